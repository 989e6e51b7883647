import * as z from 'zod/mini'
import { type Message, msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
import type { DocumentId } from '../lib/ids.ts'
import { documentIdSchema } from '../lib/ids-schema.ts'
import type { Instant } from '../lib/instant.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { formatDate, type LocalDate } from '../lib/local-time.ts'
import { localDateSchema, recordDateSchema } from '../lib/local-time-schema.ts'
import { storableText } from '../lib/storable-text.ts'

/** A document's type, as in the API (readings, Documents). */
export const DOCUMENT_TYPES = ['referral', 'test_record'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The same as shown on screen. */
export const DOCUMENT_TYPE_LABELS: Record<DocumentType, Message> = {
  referral: msg('Referral'),
  test_record: msg('Test Record'),
}

/** A saved picture of a referral or a test record. */
export interface MedicalDocument {
  id: DocumentId
  documentName: string
  documentType: DocumentType
  documentDate: LocalDate
  /** The path where its owner can see the picture (readings, Documents). */
  imageUrl: string
  createdAt: Instant
  updatedAt: Instant
}

export const documentFields = {
  documentName: storableText(200).check(z.minLength(1, { error: () => t('Document name is required') })),
  documentType: z.enum(DOCUMENT_TYPES),
  documentDate: recordDateSchema,
} as const

/** Stored values may have any date that exists, so that the record can still be edited or deleted. */
export const storedDocumentFields = { ...documentFields, documentDate: localDateSchema } as const

/**
 * A whole record, as stored, replayed or imported: what an account once contained is never refused by a current rule
 * (decision 043).
 */
export const documentSchema = z.object({
  id: documentIdSchema,
  ...storedDocumentFields,
  imageUrl: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

/** Returns the default name of a document (readings, Documents). */
export const plainName = (date: LocalDate): string => t('Document of {date}', { date: formatDate(date) })

/** Newest date first; within one date, the latest saved first. */
export const byDateDescending = (
  a: Pick<MedicalDocument, 'documentDate' | 'createdAt' | 'id'>,
  b: Pick<MedicalDocument, 'documentDate' | 'createdAt' | 'id'>,
): number => compare(b.documentDate, a.documentDate) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
