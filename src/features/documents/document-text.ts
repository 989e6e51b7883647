import { t } from '#domain/language/translate.ts'
import { formatDate, isRecordDate } from '#domain/lib/local-time.ts'
import { RECORD_DATES_LABELS } from '#domain/lib/record-dates.ts'
import { DOCUMENT_TYPE_LABELS, type MedicalDocument } from '#domain/records/document.ts'
import type { RefusedDocument } from '#src/data/document-writes.ts'

/** Returns `Referral · Nov 5, 2026`. */
export const aboutText = ({ documentType, documentDate }: MedicalDocument): string =>
  `${t(DOCUMENT_TYPE_LABELS[documentType])} · ${formatDate(documentDate)}`

/** Returns the progress of an upload as text; `share` from 0 to 1, undefined if it does not run on this page. */
export function uploadText(share: number | undefined): string {
  if (share === undefined) return 'Saved on this device, waiting to upload'
  if (share >= 1) return 'Uploaded, being checked'
  return `Uploading, ${Math.floor(share * 100)} %`
}

/** Returns what happened to a refused change, as the title of its notice. */
export function refusedTitle({ kind, name }: RefusedDocument): string {
  const what = name ?? 'A document'
  if (kind === 'document.upload') return `${what} was not uploaded`
  if (kind === 'document.delete') return `${what} was not deleted`
  return kind === null ? 'A change of another version of Dosewell' : `${what} was not changed`
}

/** Returns what is wrong with the date; null if nothing is. */
export const dateProblem = (documentDate: string): string | null => {
  if (documentDate === '') return 'Choose the date of the document'
  return isRecordDate(documentDate) ? null : RECORD_DATES_LABELS
}
