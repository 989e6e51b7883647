import { addDays, isPlausibleDate, type LocalDate } from '../calendar.ts'
import { datesIn } from '../dates-and-times/dates.ts'
import { type Read, without } from '../words/read.ts'
import { CUES } from './cues.ts'
import type { DocumentType } from './document-text.ts'

/** What a user said about a document; null where they did not. */
export interface SpokenDocument {
  documentName: string | null
  documentType: DocumentType | null
  documentDate: LocalDate | null
}

const REFERRAL = /\breferr(?:al|ed|ing)\b/i

const TAIL = /(?<![\s,.;:!?-])[\s,.;:!?-]+(?:(?:from|of|on|dated|date|for|taken|the)\b[\s,.;:!?-]*)*$/i

/** The longest name a document may have. */
const LONGEST = 200
/** How many characters of the speech are read: a sentence or two. */
const READ = 500

/**
 * Reads name, type and date of a document from the user's words: "Referral to the cardiologist from the third of
 * March".
 */
export function readSpokenDocument(said: string, today: LocalDate): SpokenDocument {
  const text = said.slice(0, READ)
  const date = dateIn(text, today)
  const rest = without(text, date).replace(/\s+/g, ' ').trim()
  const name = `${rest} `.replace(CUES.lead, '').replace(TAIL, '').trim().slice(0, LONGEST)
  return {
    documentName: name === '' ? null : name.charAt(0).toUpperCase() + name.slice(1),
    documentType: REFERRAL.test(text) ? 'referral' : CUES.spokenDocumentRecord.test(text) ? 'test_record' : null,
    documentDate: date?.value ?? null,
  }
}

/**
 * A document is from today or earlier: a future day without a year means last year's; "Friday" could be any.
 */
function dateIn(text: string, today: LocalDate): Read<LocalDate> | null {
  const yesterday = /\byesterday\b/i.exec(text)
  if (yesterday) return { value: addDays(today, -1), words: yesterday[0], at: yesterday.index }
  const [date] = datesIn(text, today, 'this-year')
  if (!date || date.value <= today) return date ?? null
  if (date.form === 'counted' || /\d{4}/.test(date.words)) return null
  const yearBefore = `${Number(date.value.slice(0, 4)) - 1}${date.value.slice(4)}`
  return isPlausibleDate(yearBefore) ? { ...date, value: yearBefore } : null
}
