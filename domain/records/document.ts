import * as z from 'zod/mini'
import { type DocumentId, documentIdSchema } from '../lib/ids.ts'
import { type Instant, instantSchema } from '../lib/instant.ts'
import { formatDate, type LocalDate, localDateSchema, recordDateSchema } from '../lib/local-time.ts'
import { storableText } from '../lib/text.ts'

/** What a document is, as the calls say it (readings, Documents). */
export const DOCUMENT_TYPES = ['referral', 'test_record'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The same in the words of the screen. */
export const DOCUMENT_TYPE_LABELS: Record<DocumentType, string> = {
  referral: 'Referral',
  test_record: 'Test Record',
}

/** A saved picture of a referral or a test record. */
export interface MedicalDocument {
  id: DocumentId
  documentName: string
  documentType: DocumentType
  documentDate: LocalDate
  /** Where its owner sees the picture (readings, Documents). */
  imageUrl: string
  createdAt: Instant
  updatedAt: Instant
}

export const documentFields = {
  documentName: storableText(200).check(z.minLength(1, 'Document name is required')),
  documentType: z.enum(DOCUMENT_TYPES),
  documentDate: recordDateSchema,
} as const

/** As they may be stored, of any date that there is: whoever reads them can still edit or delete the record. */
export const storedDocumentFields = { ...documentFields, documentDate: localDateSchema } as const

/** A whole record, as it is stored, given back or imported: what an account once held is never refused for a rule of today (decision 043). */
export const documentSchema = z.object({
  id: documentIdSchema,
  ...storedDocumentFields,
  imageUrl: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

/** The name of a document that nobody gave one (readings, Documents). */
export const plainName = (date: LocalDate): string => `Document of ${formatDate(date)}`

/** The newest date first; of one date the one saved last first. */
export const byDateDescending = (
  a: Pick<MedicalDocument, 'documentDate' | 'createdAt' | 'id'>,
  b: Pick<MedicalDocument, 'documentDate' | 'createdAt' | 'id'>,
): number => compare(b.documentDate, a.documentDate) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
