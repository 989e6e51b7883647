import { t } from '#domain/language/translate.ts'
import { formatShortDay } from '#domain/lib/calendar-names.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { dosageText } from '#domain/records/dosage-text.ts'
import { doseAmountText } from '#domain/schedule/amounts.ts'
import type { TripDates, TripLine } from '#domain/supply/trip.ts'

/** Returns `28 tablets`, `about 6 tablets`, `14 doses`, or `what you may need`. */
export function packText({ amount, unit, doses, isEstimate }: TripLine): string {
  if (amount !== null && unit !== null) {
    const text = doseAmountText(amount, unit)
    return isEstimate ? t('about {amount}', { amount: text }) : text
  }
  if (doses === 0) return t('what you may need')
  return t('{count, plural, one {1 dose} other {{count} doses}}', { count: doses })
}

/** Returns what else has to be known about a line; null if there is nothing. */
export function sourceText({ medication, amount, unit, doses, isEstimate, isCounted }: TripLine): string | null {
  if (unit === null) return t('The amount of a dose was not entered')
  const kind = medication.schedule.kind
  if (isEstimate)
    return kind === 'after-dose'
      ? t('Taken after another medicine: an estimate from the last 28 days')
      : t('Only when needed: an estimate from the last 28 days')
  if (amount === null && doses === 0)
    return kind === 'after-dose'
      ? t('Taken after another medicine: there are too few doses for an estimate')
      : t('Only when needed: there are too few doses for an estimate')
  return isCounted ? null : t('Not counted yet, so nobody knows whether it lasts')
}

/** Returns `4 tablets missing: it runs out Thu, Dec 24.`; null if it lasts. */
export function shortText({ short, unit, isEstimate }: TripLine): string | null {
  if (short === null || unit === null) return null
  const amount = doseAmountText(short.amount, unit)
  const date = formatShortDay(short.from)
  return isEstimate
    ? t('{amount} missing: it runs out about {date}.', { amount, date })
    : t('{amount} missing: it runs out {date}.', { amount, date })
}

/** Returns `Dec 20, 2026 to Jan 2, 2027`, or one day alone. */
export const datesText = ({ first, last }: TripDates): string =>
  first === last ? formatDate(first) : t('{first} to {last}', { first: formatDate(first), last: formatDate(last) })

/** Returns the list as a text to copy: a title, and a line for each medicine. */
export function listText(lines: readonly TripLine[], dates: TripDates): string {
  const items = lines.map((line) => {
    const { name } = line.medication
    const dosage = dosageText(line.medication)
    const short = shortText(line)
    return `- ${name}${dosage ? ` (${dosage})` : ''}: ${packText(line)}${short ? `. ${short}` : ''}`
  })
  return [t('To pack, {dates}', { dates: datesText(dates) }), ...items].join('\n')
}
