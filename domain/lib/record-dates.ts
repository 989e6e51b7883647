import { formatDate, RECORD_DATES } from './local-time.ts'

/** What a form says about a date that is not allowed in a record. */
export const RECORD_DATES_LABELS = `Choose a date from ${formatDate(RECORD_DATES.first)} to ${formatDate(RECORD_DATES.last)}`
