import { isEnglish } from '../language/translate.ts'
import { betweenCommas, withWesternDigits } from '../lib/digits.ts'
import { formatTime12, isLocalTime, type LocalTime } from '../lib/local-time.ts'
import { sortedTimes } from './reminder-times.ts'

/**
 * Normalises what a user typed (specification, section 5): split at commas, trimmed, empty parts dropped. 24-hour times
 * pass, `h:mm am/pm` becomes 24-hour, and any other text stays unchanged. `8:00` gets its zero and `8 am` its minutes,
 * since both are unmistakably times.
 */
export function normalizeReminderTimes(text: string): string[] {
  return betweenCommas(withWesternDigits(text))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(normalizeTime)
}

function normalizeTime(entry: string): string {
  const twentyFour = /^(\d{1,2}):(\d{2})$/.exec(entry)
  if (twentyFour) {
    const padded = `${(twentyFour[1] ?? '').padStart(2, '0')}:${twentyFour[2]}`
    return isLocalTime(padded) ? padded : entry
  }
  const twelve = /^(\d{1,2})(?::(\d{2}))?\s*([apπμصم])\.?\s*[mμ]?\.?$/iu.exec(entry)
  if (!twelve) return entry
  const hour = Number(twelve[1])
  const minute = twelve[2] ?? '00'
  if (hour < 1 || hour > 12 || Number(minute) > 59) return entry
  const afternoon = /[pμم]/i.test(twelve[3] ?? '')
  return `${String((hour % 12) + (afternoon ? 12 : 0)).padStart(2, '0')}:${minute}`
}

/**
 * Returns the times in a form's text, sorted and without duplicates (readings, Medications), or the first entry that is
 * not a time, to be quoted to the user.
 */
export function parseReminderTimes(text: string): { ok: true; times: LocalTime[] } | { ok: false; entry: string } {
  const entries = normalizeReminderTimes(text)
  const bad = entries.find((entry) => !isLocalTime(entry))
  if (bad !== undefined) return { ok: false, entry: bad }
  return { ok: true, times: sortedTimes(entries as LocalTime[]) }
}

/**
 * Returns the times for a field in which they can be changed: `8:00 AM, 2:30 PM` in English, else `08:00, 14:30`, since
 * what a language writes beside an hour is not read again.
 */
export const timesAsTyped = (times: readonly LocalTime[]): string =>
  (isEnglish() ? times.map(formatTime12) : times).join(', ')
