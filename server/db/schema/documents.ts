import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { MedicalDocument } from '#domain/records/document.ts'
import { userId } from './columns.ts'

/**
 * One row per medical document that is not deleted. The pictures are files (server/documents/blob-store.ts); the row names them,
 * and a file that no row names is removed.
 */
export const medicalDocuments = pgTable(
  'medical_documents',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    record: jsonb('record').$type<MedicalDocument>().notNull(),
    /** The files of the picture and of its small version. */
    imageBlob: uuid('image_blob').notNull(),
    thumbnailBlob: uuid('thumbnail_blob').notNull(),
    imageBytes: integer('image_bytes').notNull(),
    /** SHA-256 of what was uploaded, as base64url: the same upload again is known by it. */
    uploadHash: text('upload_hash').notNull(),
  },
  (table) => [index('medical_documents_user').on(table.userId)],
)
