import * as z from 'zod/mini'
import {
  type DateRange,
  FIRST_DATE,
  isLocalDate,
  isLocalTime,
  isWithin,
  LAST_DATE,
  LOG_DATES,
  type LocalDate,
  type LocalDateTime,
  type LocalTime,
  RECORD_DATES,
} from './local-time.ts'

const dateWithin = /* @__NO_SIDE_EFFECTS__ */ (range: DateRange) =>
  z.pipe(
    z.string().check(
      z.refine(isLocalDate, 'must be a date that exists, written YYYY-MM-DD'),
      z.refine(
        (text) => !isLocalDate(text) || isWithin(text, range),
        `must be a date from ${range.first} to ${range.last}`,
      ),
    ),
    z.transform((text) => text as LocalDate),
  )

/** Any date that exists: stored records may contain one from before there was a rule. */
export const localDateSchema = dateWithin({ first: FIRST_DATE, last: LAST_DATE })
/** A date in a request: one allowed in a record. */
export const recordDateSchema = dateWithin(RECORD_DATES)
/** The planned date of a logged dose. */
export const logDateSchema = dateWithin(LOG_DATES)

export const localTimeSchema = z.pipe(
  z.string().check(z.refine(isLocalTime, 'must be a 24-hour time, written HH:MM')),
  z.transform((text) => text as LocalTime),
)

const dateTimeWithin = /* @__NO_SIDE_EFFECTS__ */ (range: DateRange) =>
  z.pipe(
    z.string().check(
      z.refine((text) => {
        const [date = '', time = '', ...rest] = text.split('T')
        return rest.length === 0 && isLocalDate(date) && isWithin(date, range) && isLocalTime(time)
      }, `must be a local date and time, written YYYY-MM-DDTHH:MM, from ${range.first} to ${range.last}`),
    ),
    z.transform((text) => text as LocalDateTime),
  )

/** Any date that exists, with a time: stored records may contain one from before there was a rule. */
export const localDateTimeSchema = dateTimeWithin({ first: FIRST_DATE, last: LAST_DATE })
/** A local date and time in a request. */
export const recordDateTimeSchema = dateTimeWithin(RECORD_DATES)
