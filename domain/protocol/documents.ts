import * as z from 'zod/mini'
import { documentIdSchema } from '../lib/ids.ts'
import { instantSchema } from '../lib/instant.ts'
import { documentFields, documentSchema } from '../records/document.ts'

/** The most bytes one picture may have when it is uploaded. */
export const DOCUMENT_BYTES = 15 * 1024 * 1024
/** The most pixels it may have: more than the cameras of phones make by themselves. */
export const DOCUMENT_PIXELS = 50_000_000
/** The most documents one account keeps. */
export const DOCUMENT_LIMIT = 500

export const LIMIT_LABELS = 'Pictures: JPEG, PNG, WebP or HEIC, up to 15 MB and 50 megapixels.'

/**
 * POST /api/medical-documents/upload: the texts beside `image`. Of name, type and date the server reads what is left out on the
 * picture; what the picture does not say is plain (readings, Documents). The id is made on the device.
 */
export const uploadFields = z.strictObject({
  id: z.optional(documentIdSchema),
  documentName: z.optional(documentFields.documentName),
  documentType: z.optional(documentFields.documentType),
  documentDate: z.optional(documentFields.documentDate),
  createdAt: z.optional(instantSchema),
})
export type UploadFields = z.infer<typeof uploadFields>

/** PATCH /api/medical-documents/{id}: what it names is changed. */
export const editDocumentBody = z.strictObject({
  documentName: z.optional(documentFields.documentName),
  documentType: z.optional(documentFields.documentType),
  documentDate: z.optional(documentFields.documentDate),
})
export type EditDocumentBody = z.infer<typeof editDocumentBody>

/** POST /api/medical-documents/{id}/email. */
export const emailDocumentBody = z.strictObject({
  recipientEmail: z.string().check(z.trim(), z.maxLength(254), z.email('must be an e-mail address')),
})

export const documentAnswer = documentSchema
export const documentListAnswer = z.array(documentSchema)
export const sentAnswer = z.object({ success: z.literal(true) })

const path = (id: string, what: string): string => `/api/medical-documents/${id}${what}`

/** Where the pictures of a document are: whole, small, and as a file to keep. */
export const imagePath = (id: string): string => path(id, '/image')
export const thumbnailPath = (id: string): string => path(id, '/thumbnail')
export const downloadPath = (id: string): string => path(id, '/download')
