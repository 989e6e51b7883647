import { editDocument } from '#domain/commands/document-effects.ts'
import { t } from '#domain/language/translate.ts'
import { DOCUMENT_LIMIT, type EditDocumentBody } from '#domain/protocol/documents.ts'
import { byDateDescending } from '#domain/records/document.ts'
import { findPicture, type PictureList, updatePicture } from '../pictures/picture-list.ts'
import { medicalDocuments } from '../pictures/tables.ts'
import { refused } from '../sync/answer.ts'
import type { SyncState } from '../sync/state.ts'
import type { Effect, Writer, WriteScope } from '../sync/writes.ts'

/** The list of documents (picture-list.ts), newest date first. */
export const DOCUMENTS: PictureList<typeof medicalDocuments> = {
  name: 'documents',
  kind: 'document',
  table: medicalDocuments,
  get notFound() {
    return refused(404, 'not_found', t('This document is not in your list.'))
  },
  get gone() {
    return refused(410, 'document_gone', t('This document was deleted on another device.'))
  },
  limit: DOCUMENT_LIMIT,
  get full() {
    return refused(
      422,
      'invalid',
      t('Your account holds {count} documents, the most there can be. Delete one that you no longer need.', {
        count: DOCUMENT_LIMIT,
      }),
    )
  },
  order: byDateDescending,
}

/** Returns the ETag of the list: the database's epoch, the user and the list's version (docs/sync-spec.md, S3). */
export const documentsEtag = (epoch: string, user: Pick<Writer, 'id'>, state: SyncState): string =>
  `"${epoch}.${user.id}.${state.documentsVersion}"`

/** Renames a document or changes its date: 200 with the document. A request that changes nothing is not a commit. */
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
