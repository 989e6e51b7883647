import { editDocument } from '#domain/commands/document-effects.ts'
import type { DocumentId } from '#domain/lib/ids.ts'
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
import { medicalDocuments } from '../db/schema/index.ts'
import { addPictureEffect, findPicture, type PictureList, updatePicture } from './picture-list.ts'
import type { UploadTarget } from './picture-upload.ts'
import { refused } from './sync-answer.ts'
import type { SyncState } from './sync-state.ts'
import type { Effect, Writer, WriteScope } from './sync-writes.ts'

/** The list of documents (picture-list.ts), the newest date first. */
export const DOCUMENTS: PictureList<typeof medicalDocuments> = {
  name: 'documents',
  kind: 'document',
  table: medicalDocuments,
  notFound: refused(404, 'not_found', 'This document is not in your list.'),
  gone: refused(410, 'document_gone', 'This document was deleted on another device.'),
  limit: DOCUMENT_LIMIT,
  full: refused(
    422,
    'invalid',
    `Your account holds ${DOCUMENT_LIMIT} documents, the most there can be. Delete one that you no longer need.`,
  ),
  order: byDateDescending,
}

/** Where uploads become documents: nothing is looked for on the picture. */
export const DOCUMENT_UPLOAD: UploadTarget<UploadFields, null> = {
  path: '/api/medical-documents/upload',
  fields: uploadFields,
  look: async () => ({ found: null }),
  add: (scope, { fields, pictures }) =>
    addPictureEffect(DOCUMENTS, scope, {
      id: fields.id,
      pictures,
      recordOf: (id) => documentOf(id as DocumentId, fields, scope),
    }),
}

/** The validator of the list: the database's epoch, the user and the list's version (DESIGN §5, rule 3). */
export const documentsEtag = (epoch: string, user: Pick<Writer, 'id'>, state: SyncState): string =>
  `"${epoch}.${user.id}.${state.documentsVersion}"`

/** A new document; what the upload does not say is filled in. */
function documentOf(id: DocumentId, fields: UploadFields, { user, now }: WriteScope): MedicalDocument {
  const documentDate = fields.documentDate ?? localAt(now, user.zone).date
  return {
    id,
    documentName: fields.documentName ?? plainName(documentDate),
    documentType: fields.documentType ?? 'test_record',
    documentDate,
    imageUrl: imagePath(id),
    createdAt: fields.createdAt ?? toInstant(now),
    updatedAt: toInstant(now),
  }
}

/** Renames or re-dates a document: 200 with it. A request that changes nothing is no commit. */
export async function editDocumentEffect(
  { tx, user, now }: WriteScope,
  id: string,
  body: EditDocumentBody,
): Promise<Effect> {
  const found = await findPicture(tx, DOCUMENTS, user.id, id)
  if (!found) return DOCUMENTS.notFound
  const record = editDocument(found.record, body, now)
  if (record === found.record) return { status: 200, body: record }
  await updatePicture(tx, DOCUMENTS, user.id, record)
  return { status: 200, body: record, changes: 'documents' }
}
