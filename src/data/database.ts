import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { AppointmentId, DocumentId, DoseEventId, PrescriptionId, SupplyEventId, UserId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { DATABASE_VERSION, databaseName } from './database-names.ts'
import { upgradeFrom } from './database-upgrades.ts'
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

export type StateRow =
  | SyncStateRow
  | { key: 'profile'; value: StoredProfile }
  | { key: PictureListName; value: PictureListState }
  /** The lost accounts whose data was moved here (S11.11). */
  | { key: 'transferred'; value: readonly UserId[] }

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
  let before = 0
  const db = new Dexie(databaseName(user), {
    ...engine,
    ...(factory ? { indexedDB: refusingNewer(factory, (version) => (before = version / 10)) } : {}),
    autoOpen: false,
    // Doses are stored without Dexie (dose-write.ts), and its cache for live queries would not notice them.
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  }) as DosewellDatabase
  // One version: Dexie reads all stores anew for each that it is told of, at every start.
  db.version(DATABASE_VERSION / 10)
    // A change needs the next version, and often an upgrade of rows.
    .stores({
      medications: 'id',
      medicationBase: 'id',
      appointments: 'id',
      appointmentBase: 'id',
      // A slot's events are found by its date: few indexes speed up every write and the first sync.
      doseEvents: 'id, seq, [medicationId+at], undoes, snapshot.date, looseAt',
      supplyEvents: 'id, seq, medicationId, undoes',
      outbox: '++position, &key, recordId, [state+kind], state',
      acknowledged: 'key, seq, at',
      deletions: 'id, at',
      giveBack: '++position, &key',
      rings: 'key, at',
      documentBase: 'id',
      documentQueue: '++position, &key, documentId, state',
      documentPictures: 'id',
      keptScans: 'id',
      prescriptions: 'id',
      state: 'key',
    })
    // Dexie has to see that it is asynchronous.
    .upgrade(async (transaction) => upgradeFrom(before, transaction))
  db.on('versionchange', () => {
    db.close()
    return false
  })
  return db
}
