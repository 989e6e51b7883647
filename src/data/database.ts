import { Dexie, type DexieOptions, type EntityTable, type Table, type Transaction } from 'dexie'
import type { AppointmentId, DocumentId, DoseEventId, PrescriptionId, UserId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { AnyRecord, ListName } from '#domain/protocol/lists.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Prescription, ScanType, UploadMethod } from '#domain/records/prescription.ts'
import type { ListState, SyncState, WriteRefusal } from '#src/sync/ports.ts'
import { databaseName } from './database-name.ts'
import { FRESH_LIST } from './fresh-list.ts'
import { refusingNewer } from './newer-database.ts'
import { type StoredDoseEvent, storedDose } from './stored-dose.ts'
import type { StoredProfile } from './stored-profile.ts'

/** An outbox row. `command` is kept as it was written; an old one is read with care (domain/commands, readCommand). */
export interface StoredEntry {
  position: number
  key: string
  command: unknown
  /** The record it is about: what is recomputed when it settles. */
  recordId: string
  kind: 'medication' | 'dose' | 'profile' | 'appointment'
  madeAt: Instant
  state: 'waiting' | 'attention'
  refusal: WriteRefusal | null
  /**
   * The record as this device last knew it: of an edit from the start, of a dose its medication from its refusal on. When it
   * was deleted elsewhere, this names it and adds it again. Rows of earlier versions have none.
   */
  subject?: AnyRecord | undefined
}

/**
 * An acknowledged command, remembered for 35 days so that a restored server can be given it again (docs/sync-spec.md, S11). Doses of
 * this version are in the log instead (S11.1); what an earlier one remembered of them here is given back as ever.
 */
export interface AcknowledgedCommand {
  key: string
  command: unknown
  seq: number
  position: number
  at: Instant
  /** The sequence it had at first, once it was given back under a later one. */
  originalSeq?: number
}

/** A record that a list did not have any more: deleted elsewhere. Remembered for 35 days, like own commands (S11.5). */
export interface SeenDeletion {
  id: string
  list: ListName
  /** The sequence of that list. */
  seq: number
  at: Instant
}

/**
 * What a restored server has still to be given. A command is in `acknowledged` under the same key; the key of a dose is the
 * id of its event.
 */
export interface StoredReplay {
  position: number
  key: string
  what:
    | { kind: 'deletion'; list: ListName; id: string }
    | { kind: 'record'; list: ListName; record: AnyRecord; seq: number }
    | { kind: 'command' }
    | { kind: 'dose' }
}

/** An announcement that was made: put-if-absent decides who makes it (docs/reminders.md). */
export interface StoredRing {
  key: string
  at: Instant
}

/** A change of a document in the upload queue (docs/sync-spec.md, S12). */
export interface StoredDocumentEntry {
  position: number
  key: string
  documentId: DocumentId
  /** Kept as it was written (domain/commands, readDocumentCommand). */
  command: unknown
  madeAt: Instant
  /** `sent`: acknowledged, and remembered for 35 days, so that a restored server can be given it again. */
  state: 'waiting' | 'attention' | 'sent'
  refusal: WriteRefusal | null
  /** Something of it was sent: the server may know of it. */
  isBegun?: boolean
  /** Taken back by the person while it was on its way. */
  isCancelled?: boolean
  sent?: { seq: number; at: Instant }
}

/** The pictures of a document on this device: the whole one as long as it is needed here, and the small one of the list. */
export interface StoredPictures {
  id: DocumentId
  image: Blob | null
  thumbnail: Blob | null
}

/** Where this device stands against a list of pictures' records. */
export interface PictureListState {
  etag: string | null
  seq: number
  /** A list was taken over, of whichever epoch: an empty one is empty, not missing. Rows from before this was noted have its ETag. */
  isLoaded?: boolean
}

/** A picture to be read, until the server has it. The id makes one that is sent again the same scan. */
export interface KeptScan {
  id: PrescriptionId
  scanType: ScanType
  uploadMethod: UploadMethod
  createdAt: Instant
  image: Blob
  /** The sentence of a server that did not take it; null while it waits. */
  problem: string | null
}

/** The lists of pictures' records, as change notifications name them. */
export type PictureListName = 'documents' | 'prescriptions'

interface SyncStateRow {
  key: 'sync'
  value: SyncState
}

type StateRow =
  | SyncStateRow
  | { key: 'profile'; value: StoredProfile }
  | { key: PictureListName; value: PictureListState }

export interface DosewellDatabase extends Dexie {
  /** What the screens read: base plus waiting commands. */
  medications: EntityTable<Medication, 'id'>
  /** What the server last said. */
  medicationBase: EntityTable<Medication, 'id'>
  appointments: Table<Appointment, AppointmentId>
  appointmentBase: Table<Appointment, AppointmentId>
  doseEvents: Table<StoredDoseEvent, DoseEventId, StoredDoseEvent>
  outbox: Table<StoredEntry, number, Omit<StoredEntry, 'position'>>
  acknowledged: EntityTable<AcknowledgedCommand, 'key'>
  deletions: EntityTable<SeenDeletion, 'id'>
  giveBack: Table<StoredReplay, number, Omit<StoredReplay, 'position'>>
  rings: EntityTable<StoredRing, 'key'>
  /** What the server last said; what the screens show is this and what waits in the queue. */
  documentBase: Table<MedicalDocument, DocumentId>
  documentQueue: Table<StoredDocumentEntry, number, Omit<StoredDocumentEntry, 'position'>>
  documentPictures: Table<StoredPictures, DocumentId>
  keptScans: Table<KeptScan, PrescriptionId>
  /** The history of scans as the server last said it. */
  prescriptions: Table<Prescription, PrescriptionId>
  state: Table<StateRow, StateRow['key']>
}

/** Another IndexedDB than the global one: a test with several devices gives each its own. */
export type DatabaseEngine = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>

/**
 * The local database of one user. Opened by the caller with `open()`: after sign-out has deleted it, a late writer gets
 * a DatabaseClosedError instead of an empty new database. Every transaction is `strict`: a write that was reported as
 * saved survives a crash of browser and machine (docs/sync-spec.md, S1).
 * `open()` rejects with a NewerDatabaseError when a newer version of the app has opened it. It makes way, closing after the
 * transactions that run, as soon as another tab upgrades or deletes it.
 */
export function createDatabase(user: UserId, engine: DatabaseEngine = {}): DosewellDatabase {
  const factory = (engine.indexedDB ?? globalThis.indexedDB) as IDBFactory | undefined
  const db = new Dexie(databaseName(user), {
    ...engine,
    ...(factory ? { indexedDB: refusingNewer(factory) } : {}),
    autoOpen: false,
    // Doses are stored past Dexie (dose-write.ts), whose cache of what live queries read would not hear of them.
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  }) as DosewellDatabase
  db.version(1).stores({
    medications: 'id',
    medicationBase: 'id',
    doseEvents: 'id, seq, slotId, [medicationId+at], undoes, snapshot.date, at',
    outbox: '++position, &key, recordId, [state+kind], state',
    acknowledged: 'key, seq, at',
    rings: 'key, at',
    state: 'key',
  })
  db.version(2)
    .stores({ giveBack: '++position, &key', deletions: 'id, at' })
    .upgrade((transaction) => transaction.table('state').toCollection().modify(distinguishListSeq))
  // A slot's events are found by its date: fewer indexes make every write and the first sync shorter.
  db.version(3)
    .stores({ doseEvents: 'id, seq, [medicationId+at], undoes, snapshot.date, looseAt' })
    .upgrade(findLooseDoses)
  db.version(4)
    .stores({
      documentBase: 'id',
      documentQueue: '++position, &key, documentId, state',
      documentPictures: 'id',
      appointments: 'id',
      appointmentBase: 'id',
    })
    .upgrade(tellListsApart)
  db.version(5).stores({ keptScans: 'id' })
  db.version(6).stores({ prescriptions: 'id' })
  db.on('versionchange', () => {
    db.close()
    return false
  })
  return db
}

/** What is known of the medications in a state of versions 1 to 3, which knew of no other list. */
interface MedicationsState {
  medicationsEtag?: ListState['etag']
  medicationsSeq?: number | undefined
  medicationsListSeq?: number | undefined
  medicationsHeld?: ListState['held']
  beforeRestore?: ListState['beforeRestore']
}

/** Version 1 kept one sequence for lists and writes. Without the ETag the next list tells them apart. */
function distinguishListSeq({ value }: { value: MedicationsState }): void {
  value.medicationsListSeq = value.medicationsSeq
  value.medicationsEtag = null
}

/** How many rows of the log an upgrade holds in memory at once. */
const PORTION = 2000

/** Until version 2 a dose without a slot was found by an index that held every row of the log. */
async function findLooseDoses(transaction: Transaction): Promise<void> {
  const log = transaction.table<StoredDoseEvent, string>('doseEvents')
  for (let after = ''; ; ) {
    const rows = await log.where('id').above(after).limit(PORTION).toArray()
    await log.bulkPut(rows.filter(({ slotId }) => slotId === null).map(storedDose))
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Until version 3 medications were the only list, and the mark of an important one was dropped from it: without the ETag the
 * next list brings it.
 */
async function tellListsApart(transaction: Transaction): Promise<void> {
  const list: ListName = 'medications'
  await transaction.table<SeenDeletion>('deletions').toCollection().modify({ list })
  await transaction
    .table<StoredReplay>('giveBack')
    .toCollection()
    .modify(({ what }) => {
      if (what.kind === 'deletion' || what.kind === 'record') what.list = list
    })
  await transaction
    .table<{ key: 'sync'; value: SyncState & MedicationsState }>('state')
    .where('key')
    .equals('sync')
    .modify((row) => {
      const {
        medicationsEtag: _forgotten,
        medicationsSeq,
        medicationsListSeq,
        medicationsHeld,
        beforeRestore,
        ...rest
      } = row.value
      const medications: ListState = {
        etag: null,
        seq: medicationsSeq ?? 0,
        listSeq: medicationsListSeq ?? 0,
        held: medicationsHeld ?? null,
        ...(beforeRestore && { beforeRestore }),
      }
      row.value = { ...rest, lists: { medications, appointments: FRESH_LIST } }
    })
}
