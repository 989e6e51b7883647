import { t } from '#domain/language/translate.ts'
import { formatDate, isLocalDate, type LocalDate } from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { lastTripDay, type TripDates } from '#domain/supply/trip.ts'

/** What the two fields hold, as typed. */
export interface TripValues {
  first: string
  last: string
}

export type TripErrors = { [Field in keyof TripValues]?: string }

/** Returns the days away, or what is wrong with which field; nothing is wrong with a field that is still empty. */
export function readTripDates({ first, last }: TripValues, today: LocalDate): Result<TripDates, TripErrors> {
  const end = lastTripDay(today)
  const isTooFar = (date: string) => date > end
  const range = t('Choose a day from today to {date}', { date: formatDate(end) })
  const errors: TripErrors = {
    ...(first !== '' && (!isLocalDate(first) || first < today || isTooFar(first)) && { first: range }),
    ...(last !== '' && (!isLocalDate(last) || last < today || isTooFar(last)) && { last: range }),
  }
  if (!errors.first && !errors.last && first !== '' && last !== '' && last < first)
    errors.last = t('The last day cannot be before the first')
  if (errors.first || errors.last || !isLocalDate(first) || !isLocalDate(last)) return fail(errors)
  return ok({ first, last })
}
