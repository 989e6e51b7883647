import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { AppointmentId, DocumentId, DoseEventId, PrescriptionId, UserId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { databaseName } from './database-names.ts'
import { distinguishListSeq, findLooseDoses, tellListsApart } from './database-upgrades.ts'
import { refusingNewer } from './newer-database.ts'
import type { StoredDoseEvent } from './stored-dose.ts'
import type { StoredProfile } from './stored-profile.ts'
import type {
  AcknowledgedCommand,
  KeptScan,
  PictureListName,
  PictureListState,
  SeenDeletion,
  StoredDocumentEntry,
  StoredEntry,
  StoredPictures,
  StoredReplay,
  StoredRing,
} from './stored-rows.ts'

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
 * saved survives a crash of browser and machine (docs/sync-spec.md, S1). `open()` rejects with a NewerDatabaseError
 * when a newer version of the app has opened it. It makes way, closing after the transactions that run, as soon as
 * another tab upgrades or deletes it.
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
