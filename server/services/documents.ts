import { and, count, eq } from 'drizzle-orm'
import { editDocument } from '#domain/commands/document-effects.ts'
import { type DocumentId, uuidSchema } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import {
  DOCUMENT_LIMIT,
  type EditDocumentBody,
  imagePath,
  type UploadFields,
  uploadFields,
} from '#domain/protocol/documents.ts'
import { byDateDescending, type MedicalDocument, plainName } from '#domain/records/document.ts'
import type { Database } from '../db/database.ts'
import { medicalDocuments, tombstones } from '../db/schema/index.ts'
import type { Pictures, UploadTarget } from './picture-upload.ts'
import { ID_CONFLICT, wasDeleted } from './record-list.ts'
import { refused } from './sync-answer.ts'
import type { SyncState } from './sync-state.ts'
import type { Effect, Writer, WriteScope } from './sync-writes.ts'

export const DOCUMENT_NOT_FOUND = refused(404, 'not_found', 'This document is not in your list.')
const DELETED = refused(410, 'document_gone', 'This document was deleted on another device.')
const FULL = refused(
  422,
  'invalid',
  `Your account holds ${DOCUMENT_LIMIT} documents, the most there can be. Delete one that you no longer need.`,
)

/** Where uploads become documents: nothing is looked for on the picture. */
export const DOCUMENT_UPLOAD: UploadTarget<UploadFields, null> = {
  path: '/api/medical-documents/upload',
  fields: uploadFields,
  look: async () => ({ found: null }),
  add: (scope, { fields, pictures }) => addDocumentEffect(scope, fields, pictures),
}

/** Every document of the user, the newest date first. */
export async function documentsOf(db: Database, userId: string): Promise<MedicalDocument[]> {
  const rows = await db
    .select({ record: medicalDocuments.record })
    .from(medicalDocuments)
    .where(eq(medicalDocuments.userId, userId))
  return rows.map(({ record }) => record).sort(byDateDescending)
}

/** The validator of the list: the database's epoch, the user and the list's version (DESIGN §5, rule 3). */
export const documentsEtag = (epoch: string, user: Pick<Writer, 'id'>, state: SyncState): string =>
  `"${epoch}.${user.id}.${state.documentsVersion}"`

const ownedBy = (userId: string, id: string) =>
  and(eq(medicalDocuments.userId, userId), eq(medicalDocuments.id, id))

/** A document of the user with its files; null for any other id, also one of somebody else (READINGS, Documents). */
export async function findDocument(
  db: Database,
  userId: string,
  id: string,
): Promise<(Pictures & { record: MedicalDocument }) | null> {
  if (!uuidSchema.safeParse(id).success) return null
  const [row] = await db.select().from(medicalDocuments).where(ownedBy(userId, id))
  return row ?? null
}

/**
 * Adds a document whose files are written already: 201 with it. The same picture under the same id again answers what is there. An id
 * that was deleted is never written again; one that another record has is a conflict. `took`: whether the files are the document's.
 */
async function addDocumentEffect(
  scope: WriteScope,
  fields: UploadFields,
  pictures: Pictures,
): Promise<Effect & { took: boolean }> {
  const { tx, user, now } = scope
  const no = (effect: Effect) => ({ ...effect, took: false })
  const id = fields.id ?? (scope.newId() as DocumentId)
  const known = await findDocument(tx, user.id, id)
  if (known) {
    return no(known.uploadHash === pictures.uploadHash ? { status: 201, body: known.record } : ID_CONFLICT)
  }
  if (fields.id && (await wasDeleted(tx, id))) return no(DELETED)
  const [held] = await tx
    .select({ documents: count() })
    .from(medicalDocuments)
    .where(eq(medicalDocuments.userId, user.id))
  if ((held?.documents ?? 0) >= DOCUMENT_LIMIT) return no(FULL)
  const documentDate = fields.documentDate ?? localAt(now, user.zone).date
  const record: MedicalDocument = {
    id,
    documentName: fields.documentName ?? plainName(documentDate),
    documentType: fields.documentType ?? 'test_record',
    documentDate,
    imageUrl: imagePath(id),
    createdAt: fields.createdAt ?? toInstant(now),
    updatedAt: toInstant(now),
  }
  const inserted = await tx
    .insert(medicalDocuments)
    .values({ id, userId: user.id, record, ...pictures })
    .onConflictDoNothing()
    .returning({ id: medicalDocuments.id })
  if (inserted.length === 0) return no(ID_CONFLICT)
  return { status: 201, body: record, changes: 'documents', took: true }
}

/** Renames or re-dates a document: 200 with it. A request that changes nothing is no commit. */
export async function editDocumentEffect(
  { tx, user, now }: WriteScope,
  id: string,
  body: EditDocumentBody,
): Promise<Effect> {
  const found = await findDocument(tx, user.id, id)
  if (!found) return DOCUMENT_NOT_FOUND
  const record = editDocument(found.record, body, now)
  if (record === found.record) return { status: 200, body: record }
  await tx.update(medicalDocuments).set({ record }).where(ownedBy(user.id, id))
  return { status: 200, body: record, changes: 'documents' }
}

/** Deletes a document and leaves a tombstone; a second time there is nothing, 404. Its files are orphans from the commit on. */
export async function deleteDocumentEffect({ tx, user, now }: WriteScope, id: string): Promise<Effect> {
  if (!(await findDocument(tx, user.id, id))) return DOCUMENT_NOT_FOUND
  await buryDocument(tx, user.id, id, now)
  return { status: 200, body: { success: true }, changes: 'documents' }
}

/** Takes a document away and leaves a tombstone, whether it is there or not. */
export async function buryDocument(tx: Database, userId: string, id: string, now: number): Promise<void> {
  await tx.delete(medicalDocuments).where(ownedBy(userId, id))
  await tx
    .insert(tombstones)
    .values({ userId, id, kind: 'document', deletedAt: new Date(now) })
    .onConflictDoNothing()
}
