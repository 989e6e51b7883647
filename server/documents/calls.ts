import { editDocumentBody } from '#domain/protocol/documents.ts'
import { deletePictureEffect } from '../pictures/picture-list.ts'
import { writeCall } from '../sync/writes.ts'
import { DOCUMENTS, editDocumentEffect } from './documents.ts'

export const editDocumentCall = writeCall({
  method: 'PATCH',
  path: '/api/medical-documents/:id',
  body: editDocumentBody,
  effect: (scope, { id, body }) => editDocumentEffect(scope, id, body),
})

/** The files are removed by the document's own route: a batch does not contain document deletions. */
export const deleteDocumentCall = writeCall({
  method: 'DELETE',
  path: '/api/medical-documents/:id',
  body: null,
  erases: 'document',
  effect: (scope, { id }) => deletePictureEffect(DOCUMENTS, scope, id),
})
