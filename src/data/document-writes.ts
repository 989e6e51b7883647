import {
  type DocumentCommand,
  documentAfter,
  readDocumentCommand,
  type UploadCommand,
} from '#domain/commands/document-command.ts'
import { type DocumentId, type IdSource, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { byDateDescending, type MedicalDocument } from '#domain/records/document.ts'
import type { WriteRefusal } from '#src/sync/ports.ts'
import type { DosewellDatabase } from './database.ts'
import { hasLoaded } from './picture-list-state.ts'
import type { StoredDocumentEntry } from './stored-rows.ts'

interface Context {
  db: DosewellDatabase
  source: IdSource
}

const tablesOf = ({ documentBase, documentQueue, documentPictures }: DosewellDatabase) => [
  documentBase,
  documentQueue,
  documentPictures,
]

/** Queues a change behind those waiting and returns its key. */
async function enqueue({ db, source }: Context, command: DocumentCommand): Promise<string> {
  const key = newId(source)
  await db.documentQueue.add({
    key,
    documentId: command.id,
    command,
    madeAt: toInstant(source.now()),
    state: 'waiting',
    refusal: null,
  })
  return key
}

/** A picture prepared on the device; `thumbnail` is null if this browser cannot draw it. */
export interface NewPicture {
  image: Blob
  thumbnail: Blob | null
}

/**
 * Saves a document with its picture on this device, where it is safe from then on. Returns its id and the upload's key.
 * Throws the browser's error if there is no room.
 */
export async function saveDocument(
  context: Context,
  fields: Pick<MedicalDocument, 'documentName' | 'documentType' | 'documentDate'>,
  { image, thumbnail }: NewPicture,
): Promise<{ id: DocumentId; key: string }> {
  const { db, source } = context
  const id = newId<DocumentId>(source)
  const command: UploadCommand = {
    name: 'document.upload',
    id,
    ...fields,
    createdAt: toInstant(source.now()),
  }
  const key = await db.transaction('rw', tablesOf(db), async () => {
    await db.documentPictures.put({ id, image, thumbnail })
    return enqueue(context, command)
  })
  return { id, key }
}

/** The details a user enters for a document, or some of them. */
export type DocumentFields = Partial<Pick<MedicalDocument, 'documentName' | 'documentType' | 'documentDate'>>

/** Renames or re-dates a document; returns the key of the change. */
export async function changeDocument(context: Context, id: DocumentId, changes: DocumentFields): Promise<string> {
  return context.db.transaction('rw', tablesOf(context.db), () =>
    enqueue(context, { name: 'document.edit', id, ...changes }),
  )
}

/**
 * Deletes a document. An upload that was never begun is dropped; one in progress is deleted once the server has
 * answered (S12.3). Returns the key of the deletion, or null if the server has nothing to delete.
 */
export async function deleteDocument(context: Context, id: DocumentId): Promise<string | null> {
  const { db } = context
  return db.transaction('rw', tablesOf(db), async () => {
    const rows = await db.documentQueue.where('documentId').equals(id).toArray()
    const upload = rows.find(({ state, command }) => state !== 'sent' && isUpload(command))
    if (!upload) {
      await db.documentQueue.bulkDelete(rows.filter(({ state }) => state !== 'sent').map(({ position }) => position))
      return enqueue(context, { name: 'document.delete', id })
    }
    if (upload.state !== 'attention' && upload.isBegun) return takeBack(context, upload)
    await forgetDocument(db, id)
    return null
  })
}

/** Removes every trace of the document from this device. Runs inside the caller's transaction. */
export async function forgetDocument(db: DosewellDatabase, id: DocumentId): Promise<void> {
  await db.documentQueue.where('documentId').equals(id).delete()
  await db.documentPictures.delete(id)
  await db.documentBase.delete(id)
}

/**
 * Cancels an upload that may have arrived although its answer was lost: a deletion is queued behind it, and if there is
 * nothing to delete, that is just as good.
 */
async function takeBack(context: Context, upload: StoredDocumentEntry): Promise<string> {
  const { db } = context
  await db.documentQueue.where('documentId').equals(upload.documentId).delete()
  await db.documentQueue.put({ ...upload, isCancelled: true })
  return enqueue(context, { name: 'document.delete', id: upload.documentId })
}

const isUpload = (command: unknown): boolean => readDocumentCommand(command)?.name === 'document.upload'

/**
 * Sends a change under "Needs attention" again with the user's corrections, under a new key because under the old one
 * the server would repeat its refusal. Returns that key.
 */
export async function retryDocument(
  { db, source }: Context,
  position: number,
  corrected: DocumentFields = {},
): Promise<string> {
  const key = newId(source)
  await db.documentQueue
    .where('position')
    .equals(position)
    .modify((row) => {
      if (row.state !== 'attention') return
      const command = readDocumentCommand(row.command)
      if (command) row.command = { ...command, ...corrected }
      row.key = key
      row.state = 'waiting'
      row.refusal = null
    })
  return key
}

/** Discards a change under "Needs attention", and for an upload its picture as well. */
export async function discardDocument({ db }: Context, position: number): Promise<void> {
  await db.transaction('rw', tablesOf(db), async () => {
    const row = await db.documentQueue.get(position)
    if (row?.state !== 'attention') return
    if (isUpload(row.command)) await forgetDocument(db, row.documentId)
    else await db.documentQueue.delete(position)
  })
}

/** A document as the screens show it. */
export interface DocumentView extends MedicalDocument {
  /** What has not reached the server: the document itself, or a change to it. */
  waiting: 'upload' | 'change' | null
  /** Key of a waiting upload, under which its progress is found. */
  uploadKey: string | null
}

/** A refused change, with what the user entered. */
export interface RefusedDocument {
  position: number
  id: DocumentId
  name: string | null
  /** The document as the user wanted it; null for a deletion. */
  wanted: MedicalDocument | null
  kind: DocumentCommand['name'] | null
  refusal: WriteRefusal | null
}

/**
 * Returns the list with pending changes applied, newest date first, the refused changes, and whether this device ever
 * loaded the list.
 */
export async function readDocuments(
  db: DosewellDatabase,
): Promise<{ documents: DocumentView[]; refused: RefusedDocument[]; isLoaded: boolean }> {
  return db.transaction('r', [db.documentBase, db.documentQueue, db.state], async () => {
    const base = await db.documentBase.toArray()
    const rows = await db.documentQueue.orderBy('position').toArray()
    const views = new Map<string, DocumentView>(
      base.map((record) => [record.id, { ...record, waiting: null, uploadKey: null }]),
    )
    const refused: RefusedDocument[] = []
    for (const row of rows) {
      const command = readDocumentCommand(row.command)
      const before = views.get(row.documentId) ?? null
      if (row.state === 'attention') {
        const name = command?.name === 'document.upload' ? command.documentName : (before?.documentName ?? null)
        const { position, documentId: id, refusal } = row
        const wanted = command && documentAfter(before, command, row.madeAt)
        refused.push({ position, id, name, wanted, kind: command?.name ?? null, refusal })
      }
      if (row.state !== 'waiting' || row.isCancelled || !command) continue
      const after = documentAfter(before, command, row.madeAt)
      if (!after) views.delete(row.documentId)
      else views.set(row.documentId, { ...after, ...waitingOf(before, command, row.key) })
    }
    const documents = [...views.values()].sort(byDateDescending)
    return { documents, refused, isLoaded: await hasLoaded(db, 'documents') }
  })
}

function waitingOf(before: DocumentView | null, command: DocumentCommand, key: string) {
  if (!before && command.name === 'document.upload') return { waiting: 'upload', uploadKey: key } as const
  const isUploading = before?.waiting === 'upload'
  return { waiting: isUploading ? 'upload' : 'change', uploadKey: before?.uploadKey ?? null } as const
}
