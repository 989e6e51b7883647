import * as z from 'zod/mini'
import { msg } from '../language/message.ts'
import { documentIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { isEmail } from '../records/contact.ts'
import { documentFields, documentSchema } from '../records/document.ts'

/** The largest picture that can be uploaded, in bytes. */
export const DOCUMENT_BYTES = 15 * 1024 * 1024
/** The largest picture in pixels: more than phone cameras produce by default. */
export const DOCUMENT_PIXELS = 50_000_000
/** The most documents per account. */
export const DOCUMENT_LIMIT = 500

export const LIMIT_LABELS = msg('Pictures: JPEG, PNG, WebP or HEIC, up to 15 MB and 50 megapixels.')

/**
 * POST /api/medical-documents/upload: the texts sent along with `image`. If name, type or date is left out, the server
 * reads it from the picture, or uses a default if it is not there (readings, Documents). The device makes the id.
 */
export const uploadFields = z.strictObject({
  id: z.optional(documentIdSchema),
  documentName: z.optional(documentFields.documentName),
  documentType: z.optional(documentFields.documentType),
  documentDate: z.optional(documentFields.documentDate),
  createdAt: z.optional(instantSchema),
})
export type UploadFields = z.infer<typeof uploadFields>

/** PATCH /api/medical-documents/{id}: the named fields are changed. */
export const editDocumentBody = z.strictObject({
  documentName: z.optional(documentFields.documentName),
  documentType: z.optional(documentFields.documentType),
  documentDate: z.optional(documentFields.documentDate),
})
export type EditDocumentBody = z.infer<typeof editDocumentBody>

/** POST /api/medical-documents/{id}/email. */
export const emailDocumentBody = z.strictObject({
  recipientEmail: z.string().check(z.trim(), z.refine(isEmail, 'must be an e-mail address')),
})

export const documentAnswer = documentSchema
export const documentListAnswer = z.array(documentSchema)
export const sentAnswer = z.object({ success: z.literal(true) })

const path = (id: string, what: string): string => `/api/medical-documents/${id}${what}`

/** The paths of a document's picture: full size, small, and as a download. */
export const imagePath = (id: string): string => path(id, '/image')
export const thumbnailPath = (id: string): string => path(id, '/thumbnail')
export const downloadPath = (id: string): string => path(id, '/download')
