import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, isRecordDate } from '#domain/lib/local-time.ts'
import { recordDatesText } from '#domain/lib/record-dates.ts'
import { DOCUMENT_TYPE_LABELS, type MedicalDocument } from '#domain/records/document.ts'
import type { RefusedDocument } from '#src/data/document-writes.ts'

/** Returns `Referral · Nov 5, 2026`. */
export const aboutText = ({ documentType, documentDate }: MedicalDocument): string =>
  `${t(DOCUMENT_TYPE_LABELS[documentType])} · ${formatDate(documentDate)}`

/** Returns the progress of an upload as text; `share` from 0 to 1, undefined if it does not run on this page. */
export function uploadText(share: number | undefined): string {
  if (share === undefined) return t('Saved on this device, waiting to upload')
  if (share >= 1) return t('Uploaded, being checked')
  return t('Uploading, {percent} %', { percent: Math.floor(share * 100) })
}

/** Returns what happened to a refused change, as the title of its notice. */
export function refusedTitle({ kind, name }: RefusedDocument): string {
  if (kind === null) return t('A change of another version of Dosewell')
  if (name === null) return t(REFUSED[kind])
  if (kind === 'document.upload') return t('{name} was not uploaded', { name })
  if (kind === 'document.delete') return t('{name} was not deleted', { name })
  return t('{name} was not changed', { name })
}

const REFUSED: Record<NonNullable<RefusedDocument['kind']>, Message> = {
  'document.upload': msg('A document was not uploaded'),
  'document.delete': msg('A document was not deleted'),
  'document.edit': msg('A document was not changed'),
}

/** Returns what discarding a refused change takes from this device. */
export function goneText({ kind, name }: RefusedDocument): string {
  if (name === null)
    return t('What you changed of this document will be gone from this device. This action cannot be undone.')
  if (kind === 'document.upload')
    return t('{name} will be gone from this device, with its picture. This action cannot be undone.', { name })
  return t('What you changed of {name} will be gone from this device. This action cannot be undone.', { name })
}

/** Returns what is wrong with the date; null if nothing is. */
export const dateProblem = (documentDate: string): string | null => {
  if (documentDate === '') return t('Choose the date of the document')
  return isRecordDate(documentDate) ? null : recordDatesText()
}
