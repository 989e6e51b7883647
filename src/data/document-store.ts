import { readDocumentCommand } from '#domain/commands/document-command.ts'
import type { DocumentId, IdSource } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { documentSchema } from '#domain/records/document.ts'
import type { DocumentStore, LaneEntry } from '#src/sync/document-lane.ts'
import type { DosewellDatabase, StoredDocumentEntry } from './database.ts'
import { readLaneList, restartLaneList } from './lane-list.ts'
import { KEEP_ACKNOWLEDGED, readSyncState } from './sync-state.ts'

/** How many small pictures are asked for before the list of the missing ones is read again. */
const FEW = 10

/** The storage of the lane of documents on Dexie. */
export function createDocumentStore(db: DosewellDatabase, source: IdSource): DocumentStore {
  const all = [db.documentBase, db.documentQueue, db.documentPictures, db.state]
  const raiseSeq = async (seq: number) => {
    const state = await readLaneList(db, 'documents')
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
        // Taken back while it was on its way: what deletes it on the server waits behind it (S12.3).
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

    readState: async () => {
      const [{ epoch }, { etag }] = await Promise.all([readSyncState(db), readLaneList(db, 'documents')])
      return { epoch, etag }
    },

    replaceList: (records, { etag, seq }) =>
      db.transaction('rw', all, async () => {
        if (seq < (await readLaneList(db, 'documents')).seq) return false
        await db.documentBase.clear()
        await db.documentBase.bulkPut(records)
        await db.state.put({ key: 'documents', value: { etag, seq, isLoaded: true } })
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

const sameRow = async (db: DosewellDatabase, { position, key }: LaneEntry) => {
  const row = await db.documentQueue.get(position)
  return row?.key === key ? row : undefined
}

async function nextEntry(db: DosewellDatabase): Promise<LaneEntry | null> {
  const rows = await db.documentQueue.orderBy('position').toArray()
  const refused = new Set(rows.filter(isRefusedUpload).map(({ documentId }) => documentId))
  const row = rows.find(
    ({ state, documentId, isCancelled }) => state === 'waiting' && !isCancelled && !refused.has(documentId),
  )
  return row ? { position: row.position, key: row.key, command: readDocumentCommand(row.command) } : null
}

const isRefusedUpload = ({ state, command }: StoredDocumentEntry): boolean =>
  state === 'attention' && readDocumentCommand(command)?.name === 'document.upload'

/** Nothing of the document stays on this device. Inside the caller's transaction. */
export async function forgetDocument(db: DosewellDatabase, id: DocumentId): Promise<void> {
  await db.documentQueue.where('documentId').equals(id).delete()
  await db.documentPictures.delete(id)
  await db.documentBase.delete(id)
}

/** Acknowledged changes, and with them the whole pictures, are kept for a restore of the server for 35 days (S12.5). */
async function forgetOld(db: DosewellDatabase, now: number): Promise<void> {
  const limit = toInstant(now - KEEP_ACKNOWLEDGED)
  const old = await db.documentQueue.filter(({ sent }) => sent !== undefined && sent.at < limit).toArray()
  for (const { position, documentId } of old) {
    await db.documentQueue.delete(position)
    await db.documentPictures.update(documentId, { image: null })
  }
}

/** Pictures go with their document, unless it still has to be sent from here. */
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
 * The server was restored from a snapshot (S11.4): the list is asked for anew, and what it took after the snapshot waits again
 * under its old key, in its old order. Inside the transaction that begins the epoch.
 */
export async function restartDocuments(db: DosewellDatabase, restoredSeq: number): Promise<void> {
  await restartLaneList(db, 'documents')
  await db.documentQueue
    .filter(({ sent }) => sent !== undefined && sent.seq > restoredSeq)
    .modify((row) => {
      row.state = 'waiting'
    })
}
