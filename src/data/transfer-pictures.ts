import { readDocumentCommand } from '#domain/commands/document-command.ts'
import type { DocumentId } from '#domain/lib/ids.ts'
import type { DosewellDatabase } from './database.ts'
import { readDocuments } from './document-writes.ts'
import type { KeptScan, StoredDocumentEntry, StoredPictures } from './stored-rows.ts'
import { readKeptScans } from './upload-queue.ts'

/** The documents of a lost account on this device (S11.11). */
export interface HeldDocuments {
  /** How many can be sent again because their full picture is here. */
  documents: number
  /** Names of the others: another device saved them, or the browser has evicted the picture. */
  lostDocuments: string[]
}

/**
 * Returns the documents as the user last saw them, refused uploads included, divided by whether `old` has their full
 * picture.
 */
export async function heldDocumentsOf(old: DosewellDatabase): Promise<HeldDocuments> {
  const whole = new Set<DocumentId>(await old.documentPictures.filter(({ image }) => image !== null).primaryKeys())
  const { documents, refused } = await readDocuments(old)
  const wanted = [...documents, ...refused.flatMap(({ kind, wanted }) => (isUpload(kind) ? wanted : null) ?? [])]
  const lost = wanted.filter(({ id }) => !whole.has(id))
  return {
    documents: wanted.length - lost.length,
    lostDocuments: lost.map(({ documentName }) => documentName),
  }
}

/** What moves from one database to the other. */
export interface MovedPictures {
  rows: StoredDocumentEntry[]
  pictures: StoredPictures[]
  scans: KeptScan[]
}

/**
 * Returns the upload queue of `old`, including what the server had accepted, since it lost that. For a document with a
 * waiting deletion only the deletion moves, because another device may bring the document.
 */
export async function readPictures(old: DosewellDatabase): Promise<MovedPictures> {
  const all = (await old.documentQueue.orderBy('position').toArray()).map((row) => ({
    row,
    name: readDocumentCommand(row.command)?.name,
  }))
  const deleted = new Set(
    all.flatMap(({ row, name }) => (name === 'document.delete' && row.state === 'waiting' ? [row.documentId] : [])),
  )
  const moving = all.filter(
    ({ row, name }) => name === 'document.delete' || !(row.isCancelled || deleted.has(row.documentId)),
  )
  const uploads = moving.flatMap(({ row, name }) => (isUpload(name) ? [row.documentId] : []))
  const pictures = await old.documentPictures.bulkGet(uploads)
  return {
    rows: moving.map(({ row }) => row),
    pictures: pictures.filter((row) => row !== undefined),
    scans: await readKeptScans(old),
  }
}

/**
 * Queues them behind what waits in `db`, under their old keys (S12.5), skipping what an earlier, interrupted call
 * already brought. Runs inside the caller's transaction.
 */
export async function addPictures(db: DosewellDatabase, { rows, pictures, scans }: MovedPictures): Promise<void> {
  const keys = new Set((await db.documentQueue.toArray()).map(({ key }) => key))
  const added = rows.filter(({ key }) => !keys.has(key))
  await db.documentQueue.bulkAdd(added.map(asNew))
  const ids = new Set<DocumentId>(added.map(({ documentId }) => documentId))
  await db.documentPictures.bulkPut(pictures.filter(({ id }) => ids.has(id)))
  await db.keptScans.bulkPut(scans)
}

/** Resets a row: for the account that has it now, nothing was ever sent. */
function asNew({ position: _position, isBegun: _begun, sent: _sent, ...row }: StoredDocumentEntry) {
  return { ...row, state: row.state === 'sent' ? ('waiting' as const) : row.state }
}

const isUpload = (name: string | null | undefined): boolean => name === 'document.upload'
