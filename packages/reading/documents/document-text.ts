import type { LocalDate } from '../calendar.ts'
import { datesIn } from '../dates-and-times/dates.ts'
import { CUES } from './cues.ts'

/** What a document is. */
export type DocumentType = 'referral' | 'test_record'

/** What the print on a document says of it; null where it does not. */
export interface DocumentText {
  documentName: string | null
  documentType: DocumentType | null
  documentDate: LocalDate | null
}

const REFERRAL = /\breferr(?:al|ed|ing)\b/i
/** What the paper is; who wrote it comes on top, and is no name of it. */
const TITLE = /\b(?:referral|report|results?|ultrasound|x-?ray|mri|ecg|blood tests?)\b/i
/** Whose birthday a date is, and what is not a day in the past. */
const OTHER_DATES = /\b(?:d\.?o\.?b|born|birth|expir\w*|valid|review|due|appointment)\b/i

/** A heading is short; a longer line is a sentence. */
const LONGEST_HEADING = 80
const MOST_LINES = 120

/**
 * Reads the recognised text of a document: its heading as the name, what it is, and the first day up to `today` that is
 * not somebody's birthday. The person has the last word: a form shows it before it is saved, what an upload had read
 * can be edited (readings, documents).
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
