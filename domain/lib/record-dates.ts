import { t } from '../language/translate.ts'
import { formatDate, RECORD_DATES } from './local-time.ts'

/** Returns what a form says about a date that is not allowed in a record. */
export const recordDatesText = (): string =>
  t('Choose a date from {first} to {last}', {
    first: formatDate(RECORD_DATES.first),
    last: formatDate(RECORD_DATES.last),
  })
