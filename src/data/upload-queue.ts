import type { Table } from 'dexie'
import { readDocumentCommand } from '#domain/commands/document-command.ts'
import type { IdSource, PrescriptionId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { documentSchema } from '#domain/records/document.ts'
import { newestFirst, type Prescription } from '#domain/records/prescription.ts'
import type { PictureListStore, QueuedChange, UploadStore } from '#src/sync/upload-queue.ts'
import type { DosewellDatabase } from './database.ts'
import { forgetDocument } from './document-writes.ts'
import { hasLoaded, readPictureList, restartPictureList } from './picture-list-state.ts'
import type { KeptScan, PictureListName, StoredDocumentEntry } from './stored-rows.ts'
import { KEEP_ACKNOWLEDGED, readSyncState } from './sync-state.ts'

/** How many thumbnails are fetched before the list of missing ones is read again. */
const FEW = 10

/** Returns the storage of the document upload queue on Dexie. */
export function createUploadStore(db: DosewellDatabase, source: IdSource): UploadStore {
  const all = [db.documentBase, db.documentQueue, db.documentPictures, db.state]
  const raiseSeq = async (seq: number) => {
    const state = await readPictureList(db, 'documents')
    await db.state.put({ key: 'documents', value: { ...state, seq: Math.max(state.seq, seq) } })
  }
  return {
    next: () => nextEntry(db),

    begin: (entry) =>
      db.transaction('rw', [db.documentQueue], async () => {
        const row = await sameRow(db, entry)
        if (row?.state !== 'waiting' || row.isCancelled) return false
        await db.documentQueue.put({ ...row, isBegun: true })
        return true
      }),

    image: async (id) => (await db.documentPictures.get(id))?.image ?? null,

    taken: (entry, body, seq) =>
      db.transaction('rw', all, async () => {
        const row = await sameRow(db, entry)
        const { command } = entry
        if (!row || !command) return
        await raiseSeq(seq)
        if (command.name === 'document.delete') return forgetDocument(db, command.id)
        const record = documentSchema.safeParse(body)
        if (record.success) await db.documentBase.put(record.data)
        const at = toInstant(source.now())
        // Cancelled while it was being sent: its deletion on the server waits behind it (S12.3).
        if (row.isCancelled) return db.documentQueue.delete(row.position)
        await db.documentQueue.put({ ...row, state: 'sent', sent: { seq, at } })
      }),

    refused: (entry, refusal) =>
      db.transaction('rw', all, async () => {
        const row = await sameRow(db, entry)
        if (!row) return
        if (row.isCancelled) await forgetDocument(db, row.documentId)
        else await db.documentQueue.put({ ...row, state: 'attention', refusal })
      }),

    readState: () => whereItStands(db, 'documents'),

    replaceList: (records, { etag, seq }) =>
      db.transaction('rw', all, async () => {
        if (!(await takeOver(db, 'documents', db.documentBase, records, { etag, seq }))) return false
        await forgetOld(db, source.now())
        await dropPictures(db)
        return true
      }),

    withoutThumbnail: async () => {
      const held = await db.documentPictures.filter(({ thumbnail }) => thumbnail !== null).primaryKeys()
      const known = new Set<string>(held)
      const ids = await db.documentBase.toCollection().primaryKeys()
      return ids.filter((id) => !known.has(id)).slice(0, FEW)
    },

    keepThumbnail: (id, thumbnail) =>
      db.transaction('rw', [db.documentBase, db.documentPictures], async () => {
        if (!(await db.documentBase.get(id))) return
        const image = (await db.documentPictures.get(id))?.image ?? null
        await db.documentPictures.put({ id, image, thumbnail })
      }),
  }
}

const whereItStands = async (db: DosewellDatabase, list: PictureListName) => {
  const [{ epoch }, { etag }] = await Promise.all([readSyncState(db), readPictureList(db, list)])
  return { epoch, etag }
}

/**
 * Returns whether the list was taken over; it is not if this device knows something newer. Runs inside the caller's
 * transaction.
 */
async function takeOver<Record, Id>(
  db: DosewellDatabase,
  list: PictureListName,
  table: Table<Record, Id>,
  records: Record[],
  { etag, seq }: { etag: string | null; seq: number },
): Promise<boolean> {
  if (seq < (await readPictureList(db, list)).seq) return false
  await table.clear()
  await table.bulkPut(records)
  await db.state.put({ key: list, value: { etag, seq, isLoaded: true } })
  return true
}

const sameRow = async (db: DosewellDatabase, { position, key }: QueuedChange) => {
  const row = await db.documentQueue.get(position)
  return row?.key === key ? row : undefined
}

async function nextEntry(db: DosewellDatabase): Promise<QueuedChange | null> {
  const rows = await db.documentQueue.orderBy('position').toArray()
  const refused = new Set(rows.filter(isRefusedUpload).map(({ documentId }) => documentId))
  const row = rows.find(
    ({ state, documentId, isCancelled }) => state === 'waiting' && !isCancelled && !refused.has(documentId),
  )
  return row ? { position: row.position, key: row.key, command: readDocumentCommand(row.command) } : null
}

const isRefusedUpload = ({ state, command }: StoredDocumentEntry): boolean =>
  state === 'attention' && readDocumentCommand(command)?.name === 'document.upload'

/**
 * Drops acknowledged changes and their full pictures after 35 days; until then they are needed in case the server is
 * restored (S12.5).
 */
async function forgetOld(db: DosewellDatabase, now: number): Promise<void> {
  const limit = toInstant(now - KEEP_ACKNOWLEDGED)
  // What waits again after a restore, or was refused then, has been sent before and still needs its picture.
  const isOld = ({ state, sent }: StoredDocumentEntry) => state === 'sent' && sent !== undefined && sent.at < limit
  const old = await db.documentQueue.filter(isOld).toArray()
  for (const { position, documentId } of old) {
    await db.documentQueue.delete(position)
    await db.documentPictures.update(documentId, { image: null })
  }
}

/** Drops pictures along with their document, unless it still has to be sent from here. */
async function dropPictures(db: DosewellDatabase): Promise<void> {
  const listed = new Set<string>(await db.documentBase.toCollection().primaryKeys())
  const rows = await db.documentQueue.toArray()
  const open = new Set<string>(rows.filter(({ state }) => state !== 'sent').map(({ documentId }) => documentId))
  for (const { position, documentId, state } of rows) {
    if (state === 'sent' && !listed.has(documentId)) await db.documentQueue.delete(position)
  }
  for (const id of await db.documentPictures.toCollection().primaryKeys()) {
    if (!listed.has(id) && !open.has(id)) await db.documentPictures.delete(id)
  }
}

/**
 * Makes the list be fetched anew after the server was restored from a snapshot (S11.4). What the server accepted after
 * the snapshot waits again under its old key and in its old order. Runs inside the transaction that begins the epoch.
 */
export async function restartDocuments(db: DosewellDatabase, restoredSeq: number): Promise<void> {
  await restartPictureList(db, 'documents')
  await db.documentQueue
    .filter(({ sent }) => sent !== undefined && sent.seq > restoredSeq)
    .modify((row) => {
      row.state = 'waiting'
    })
}

/** Returns the storage of the scan history on Dexie. */
export const createScanStore = (db: DosewellDatabase): PictureListStore<Prescription> => ({
  readState: () => whereItStands(db, 'prescriptions'),

  replaceList: (records, from) =>
    db.transaction('rw', [db.prescriptions, db.state], () =>
      takeOver(db, 'prescriptions', db.prescriptions, records, from),
    ),
})

/** Returns every scan this device knows of, newest first, and whether it ever loaded the list. */
export const readScanHistory = (db: DosewellDatabase): Promise<{ prescriptions: Prescription[]; isLoaded: boolean }> =>
  db.transaction('r', [db.prescriptions, db.state], async () => {
    const prescriptions = await db.prescriptions.toArray()
    return { prescriptions: prescriptions.sort(newestFirst), isLoaded: await hasLoaded(db, 'prescriptions') }
  })

/** Removes a scan the server has deleted, before its next list says so. */
export const forgetScan = (db: DosewellDatabase, id: PrescriptionId): Promise<void> => db.prescriptions.delete(id)

/** Returns the scans waiting on this device, oldest first (their ids are in time order). */
export const readKeptScans = (db: DosewellDatabase): Promise<KeptScan[]> => db.keptScans.toArray()

export async function keepScan(db: DosewellDatabase, scan: KeptScan): Promise<void> {
  await db.keptScans.put(scan)
}

export const dropScan = (db: DosewellDatabase, id: PrescriptionId): Promise<void> => db.keptScans.delete(id)

/** Saves why a scan was refused. A scan dropped in between is not brought back. */
export async function blameScan(db: DosewellDatabase, id: PrescriptionId, problem: string | null): Promise<void> {
  await db.keptScans.update(id, { problem })
}
