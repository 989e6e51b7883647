import { type $ZodType, safeParse } from 'zod/v4/core'
import type { DocumentId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import { imagePath, type UploadFields, uploadFields } from '#domain/protocol/documents.ts'
import { documentFields, type MedicalDocument, plainName } from '#domain/records/document.ts'
import { PRINT_LENGTH } from '#domain/records/prescription.ts'
import type { PictureContext } from '../pictures/context.ts'
import { addPictureEffect } from '../pictures/picture-list.ts'
import type { UploadTarget } from '../pictures/picture-upload.ts'
import { whenNeeded } from '../platform/when-needed.ts'
import type { WriteScope } from '../sync/writes.ts'
import { DOCUMENTS } from './documents.ts'

export interface DocumentReading extends Pick<PictureContext, 'recogniser'> {
  /** Returns whether another picture of this user may be read now. Only called if one has to be. */
  mayRead(): Promise<boolean>
  /** Ends the reading if the client disconnects. */
  signal: AbortSignal
}

/**
 * Returns the target that turns uploads into documents. Only what the texts leave out is looked for in the print. If
 * that cannot be read, default values are used; no upload fails because of it.
 */
export function documentUpload(reading: DocumentReading): UploadTarget<UploadFields, Print> {
  return {
    path: '/api/medical-documents/upload',
    fields: uploadFields,
    look: async (image, fields) => {
      const text = saysAll(fields) ? '' : await printOn(image, reading)
      return { found: { text, read: (await reader()).readDocumentText } }
    },
    add: (scope, { fields, pictures, found }) =>
      addPictureEffect(DOCUMENTS, scope, {
        id: fields.id,
        pictures,
        recordOf: (id) => documentOf(id as DocumentId, { fields, print: found }, scope),
      }),
  }
}

const reader = whenNeeded(() => import('@dosewell/reading/document'))

/** What is printed on a document, and what finds its name, kind and date in that. */
interface Print {
  text: string
  read: Awaited<ReturnType<typeof reader>>['readDocumentText']
}

const saysAll = ({ documentName, documentType, documentDate }: UploadFields): boolean =>
  documentName !== undefined && documentType !== undefined && documentDate !== undefined

async function printOn(image: Uint8Array, { recogniser, mayRead, signal }: DocumentReading): Promise<string> {
  if (!(await mayRead())) return ''
  const recognised = await recogniser.read(image, signal)
  return recognised.kind === 'read' ? recognised.text.slice(0, PRINT_LENGTH) : ''
}

/**
 * Returns a new document from what was entered, else from its print, else with default values (readings, Documents).
 */
function documentOf(
  id: DocumentId,
  { fields, print }: { fields: UploadFields; print: Print },
  { user, now }: WriteScope,
): MedicalDocument {
  const today = localAt(now, user.zone).date
  const read = print.read(print.text, today)
  const documentDate = fields.documentDate ?? storable(documentFields.documentDate, read.documentDate) ?? today
  return {
    id,
    documentName:
      fields.documentName ?? storable(documentFields.documentName, read.documentName) ?? plainName(documentDate),
    documentType: fields.documentType ?? read.documentType ?? 'test_record',
    documentDate,
    imageUrl: imagePath(id),
    createdAt: fields.createdAt ?? toInstant(now),
    updatedAt: toInstant(now),
  }
}

/** Returns the value that was read, if a user could have entered it. */
function storable<T>(schema: $ZodType<T>, read: unknown): T | null {
  const parsed = safeParse(schema, read)
  return parsed.success ? parsed.data : null
}
