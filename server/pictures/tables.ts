import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { userId } from '../db/schema/columns.ts'

/** The files of a picture, and what was uploaded. */
const pictures = () => ({
  /** The blob ids of the picture and of its small version. */
  imageBlob: uuid('image_blob').notNull(),
  thumbnailBlob: uuid('thumbnail_blob').notNull(),
  /**
   * The size of the two files before sealing. In rows from before accounts had a quota, it is the size of the picture
   * alone.
   */
  imageBytes: integer('image_bytes').notNull(),
  /** SHA-256 of the upload, as base64url: it identifies a repeated upload. */
  uploadHash: text('upload_hash').notNull(),
})

/**
 * One row per medical document that is not deleted. The pictures are files (server/pictures/blob-store.ts) named by the
 * row; a file that no row names is removed.
 */
export const medicalDocuments = pgTable(
  'medical_documents',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    record: jsonb('record').$type<MedicalDocument>().notNull(),
    ...pictures(),
  },
  (table) => [index('medical_documents_user').on(table.userId)],
)

/** One row per scan that is not deleted, with what was read from it. Its pictures are stored as for documents. */
export const prescriptions = pgTable(
  'prescriptions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    record: jsonb('record').$type<Prescription>().notNull(),
    ...pictures(),
  },
  (table) => [index('prescriptions_user').on(table.userId)],
)
