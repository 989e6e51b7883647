import { formatDate, formatMonthDay, formatWeekday } from '#domain/lib/local-time.ts'
import { dosageText } from '#domain/records/dosage-text.ts'
import { doseAmountText } from '#domain/schedule/amounts.ts'
import type { TripDates, TripLine } from '#domain/supply/trip.ts'

/** Returns `28 tablets`, `about 6 tablets`, `14 doses`, or `what you may need`. */
export function packText({ amount, unit, doses, isEstimate }: TripLine): string {
  if (amount !== null && unit !== null) return `${isEstimate ? 'about ' : ''}${doseAmountText(amount, unit)}`
  if (doses === 0) return 'what you may need'
  return doses === 1 ? '1 dose' : `${doses} doses`
}

/** Returns what else has to be known about a line; null if there is nothing. */
export function sourceText({ medication, amount, unit, doses, isEstimate, isCounted }: TripLine): string | null {
  if (unit === null) return 'The amount of a dose was not entered'
  const kind = medication.schedule.kind === 'after-dose' ? 'Taken after another medicine' : 'Only when needed'
  if (isEstimate) return `${kind}: an estimate from the last 28 days`
  if (amount === null && doses === 0) return `${kind}: there are too few doses for an estimate`
  return isCounted ? null : 'Not counted yet, so nobody knows whether it lasts'
}

/** Returns `4 tablets missing: it runs out Thu, Dec 24.`; null if it lasts. */
export function shortText({ short, unit, isEstimate }: TripLine): string | null {
  if (short === null || unit === null) return null
  const missing = doseAmountText(short.amount, unit)
  const when = `${formatWeekday(short.from)}, ${formatMonthDay(short.from)}`
  return `${missing} missing: it runs out ${isEstimate ? 'about ' : ''}${when}.`
}

/** Returns `Dec 20, 2026 to Jan 2, 2027`, or one day alone. */
export const datesText = ({ first, last }: TripDates): string =>
  first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`

/** Returns the list as a text to copy: a title, and a line for each medicine. */
export function listText(lines: readonly TripLine[], dates: TripDates): string {
  const items = lines.map((line) => {
    const { name } = line.medication
    const dosage = dosageText(line.medication)
    const short = shortText(line)
    return `- ${name}${dosage ? ` (${dosage})` : ''}: ${packText(line)}${short ? `. ${short}` : ''}`
  })
  return [`To pack, ${datesText(dates)}`, ...items].join('\n')
}
