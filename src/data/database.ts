import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { AppointmentId, DocumentId, DoseEventId, PrescriptionId, SupplyEventId, UserId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { databaseName } from './database-names.ts'
import {
  askForMedications,
  distinguishListSeq,
  findLooseDoses,
  readLogAgain,
  tellListsApart,
} from './database-upgrades.ts'
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
import type { StoredSupplyEvent } from './stored-supply.ts'

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
  supplyEvents: Table<StoredSupplyEvent, SupplyEventId>
  outbox: Table<StoredEntry, number, Omit<StoredEntry, 'position'>>
  acknowledged: EntityTable<AcknowledgedCommand, 'key'>
  deletions: EntityTable<SeenDeletion, 'id'>
  giveBack: Table<StoredReplay, number, Omit<StoredReplay, 'position'>>
  rings: EntityTable<StoredRing, 'key'>
  /** What the server last said; the screens show this plus what waits in the queue. */
  documentBase: Table<MedicalDocument, DocumentId>
  documentQueue: Table<StoredDocumentEntry, number, Omit<StoredDocumentEntry, 'position'>>
  documentPictures: Table<StoredPictures, DocumentId>
  keptScans: Table<KeptScan, PrescriptionId>
  /** The scan history as the server last reported it. */
  prescriptions: Table<Prescription, PrescriptionId>
  state: Table<StateRow, StateRow['key']>
}

/** An IndexedDB other than the global one: a test with several devices gives each its own. */
export type DatabaseEngine = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>

/**
 * Returns the local database of one user. The caller opens it with `open()`: after sign-out has deleted it, a late
 * writer gets a DatabaseClosedError instead of an empty new database. Every transaction is `strict`: a write reported
 * as saved survives a crash of the browser or the machine (docs/sync-spec.md, S1). `open()` rejects with a
 * NewerDatabaseError if a newer version of the app has opened it. When another tab upgrades or deletes the database,
 * this connection closes as soon as its running transactions finish.
 */
export function createDatabase(user: UserId, engine: DatabaseEngine = {}): DosewellDatabase {
  const factory = (engine.indexedDB ?? globalThis.indexedDB) as IDBFactory | undefined
  const db = new Dexie(databaseName(user), {
    ...engine,
    ...(factory ? { indexedDB: refusingNewer(factory) } : {}),
    autoOpen: false,
    // Doses are stored without Dexie (dose-write.ts), and its cache for live queries would not notice them.
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
  // A slot's events are found by its date: fewer indexes speed up every write and the first sync.
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
  db.version(7).upgrade(askForMedications)
  db.version(8).stores({ supplyEvents: 'id, seq, medicationId, undoes' }).upgrade(askForMedications)
  db.version(9).upgrade(askForMedications)
  db.version(10).upgrade(askForMedications)
  db.version(11).upgrade(readLogAgain)
  db.on('versionchange', () => {
    db.close()
    return false
  })
  return db
}
