import * as z from 'zod/mini'
import { documentIdSchema } from '../lib/ids-schema.ts'
import type { Instant } from '../lib/instant.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { imagePath } from '../protocol/documents.ts'
import { type MedicalDocument, storedDocumentFields } from '../records/document.ts'
import type { Call } from './call.ts'
import { type DocumentChanges, editDocument } from './document-effects.ts'

/**
 * What a user can do to their documents. It is a separate vocabulary because these commands wait in their own upload
 * queue (docs/sync-spec.md, S12).
 */
export const documentCommandSchema = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('document.upload'),
    id: documentIdSchema,
    ...storedDocumentFields,
    createdAt: instantSchema,
  }),
  z.strictObject({
    name: z.literal('document.edit'),
    id: documentIdSchema,
    documentName: z.optional(storedDocumentFields.documentName),
    documentType: z.optional(storedDocumentFields.documentType),
    documentDate: z.optional(storedDocumentFields.documentDate),
  }),
  z.strictObject({ name: z.literal('document.delete'), id: documentIdSchema }),
])
export type DocumentCommand = z.infer<typeof documentCommandSchema>
export type UploadCommand = Extract<DocumentCommand, { name: 'document.upload' }>

/** Reads a stored command. Returns null if this version does not understand it; it is then kept and shown. */
export const readDocumentCommand = (value: unknown): DocumentCommand | null =>
  documentCommandSchema.safeParse(value).data ?? null

/** Returns the call for an edit or a deletion. */
export function documentCallOf(command: Exclude<DocumentCommand, UploadCommand>): Call {
  const path = `/api/medical-documents/${command.id}`
  if (command.name === 'document.delete') return { method: 'DELETE', path }
  const { name: _name, id: _id, ...body } = command
  return { method: 'PATCH', path, body }
}

/** Returns the texts sent along with the picture. */
export function uploadTexts({ name: _name, ...fields }: UploadCommand): Record<string, string> {
  return fields
}

/** Returns the document as it will be once the upload has arrived. */
const uploaded = ({ name: _name, ...fields }: UploadCommand): MedicalDocument => ({
  ...fields,
  imageUrl: imagePath(fields.id),
  updatedAt: fields.createdAt,
})

/**
 * Returns the document after one more command, or null if there is none (any more). `at`: when the command was made.
 */
export function documentAfter(
  before: MedicalDocument | null,
  command: DocumentCommand,
  at: Instant,
): MedicalDocument | null {
  switch (command.name) {
    case 'document.upload':
      return before ?? uploaded(command)
    case 'document.edit':
      return before && editDocument(before, command as DocumentChanges, Date.parse(at))
    case 'document.delete':
      return null
  }
}
