import type { LocalDate } from '../calendar.ts'
import { datesIn } from '../dates-and-times/dates.ts'
import { CUES } from './cues.ts'

/** What a document is. */
export type DocumentType = 'referral' | 'test_record'

/** What the text on a document says about it; null where it does not. */
export interface DocumentText {
  documentName: string | null
  documentType: DocumentType | null
  documentDate: LocalDate | null
}

const REFERRAL = /\breferr(?:al|ed|ing)\b/i
/** The kind of document; the author's name above it is not a title. */
const TITLE = /\b(?:referral|report|results?|ultrasound|x-?ray|mri|ecg|blood tests?)\b/i
/** Words that make a date a birthday, or a day that is not in the past. */
const OTHER_DATES = /\b(?:d\.?o\.?b|born|birth|expir\w*|valid|review|due|appointment)\b/i

/** A heading is short; a longer line is a sentence. */
const LONGEST_HEADING = 80
const MOST_LINES = 120

/**
 * Reads the recognised text of a document: its heading as the name, its type, and the first day up to `today` that is
 * not a birthday. The user has the last word: a form shows it before it is saved, and what was read from an upload can
 * be edited (readings, documents).
 */
export function readDocumentText(text: string, today: LocalDate): DocumentText {
  const lines = text
    .split('\n')
    .slice(0, MOST_LINES)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  const heading = lines.find((line) => isHeading(line) && TITLE.test(line))
  const isReferral = REFERRAL.test(heading ?? text)
  return {
    documentName: heading ? capitalised(heading) : null,
    documentType: isReferral ? 'referral' : CUES.record.test(heading ?? text) ? 'test_record' : null,
    documentDate: dateIn(lines, today),
  }
}

const isHeading = (line: string): boolean => line.length <= LONGEST_HEADING && !/[.;,]$/.test(line)

/** `BLOOD TEST RESULTS` shouts. */
const capitalised = (line: string): string =>
  line === line.toUpperCase() ? line.charAt(0) + line.slice(1).toLowerCase() : line

function dateIn(lines: readonly string[], today: LocalDate): LocalDate | null {
  for (const line of lines) {
    if (OTHER_DATES.test(line)) continue
    const date = datesIn(line, today, 'this-year').find(({ value, form }) => form !== 'counted' && value <= today)
    if (date) return date.value
  }
  return null
}
