import type { Adherence } from '#domain/doses/adherence.ts'
import { PART_LABELS } from '#domain/insights/day-parts.ts'
import type { FullDays } from '#domain/insights/full-days.ts'
import type { Insights } from '#domain/insights/insights.ts'
import type { DayRecord, Span } from '#domain/insights/spans.ts'
import { daysBetween, formatDate, formatMonthDay, type LocalDate } from '#domain/lib/local-time.ts'

/** Returns `A steady four weeks, Margaret`: calm in every case, since a number is a fact, not a grade. */
export function leadTitle({ percent }: Pick<Adherence, 'percent'>, firstName: string | null): string {
  if (percent === null) return 'No planned doses in the last four weeks'
  const words =
    percent >= 90 ? 'A steady four weeks' : percent >= 70 ? 'Four weeks, mostly as planned' : 'The last four weeks'
  return firstName ? `${words}, ${firstName}` : words
}

/** Returns `You took 234 of 252 doses. Most of the others were at night.` */
export function leadSentence({ recent, mostOthers }: Pick<Insights, 'recent' | 'mostOthers'>): string {
  if (recent.percent === null) return 'Doses that are taken only when needed are in your history.'
  const took = `You took ${recent.taken} of ${recent.counted} ${recent.counted === 1 ? 'dose' : 'doses'}.`
  return mostOthers === null ? took : `${took} Most of the others were ${PART_LABELS[mostOthers].when}.`
}

/** Returns `Every dose was taken on 310 of 350 days.` */
export function yearSentence(days: readonly DayRecord[]): string {
  const withDoses = days.filter(({ counted }) => counted > 0)
  const full = withDoses.filter(({ taken, counted }) => taken === counted)
  return `Every dose was taken on ${full.length} of ${withDoses.length} ${withDoses.length === 1 ? 'day' : 'days'}.`
}

/** A shorter stretch is not worth mentioning. */
const FEWEST_DAYS = 3

/**
 * Returns `All doses were taken on the 9 days from Nov 11 to Nov 19. The longest such time in this year was 41 days,
 * Mar 2 to Apr 11.` It gives dates, because the newest stretch need not end yesterday: nothing may have been planned
 * since. Empty for shorter stretches.
 */
export function fullDaysSentence({ current, longest }: Insights['fullDays']): string {
  const isTold = (stretch: FullDays | null): stretch is FullDays => stretch !== null && stretch.days >= FEWEST_DAYS
  if (!isTold(longest)) return ''
  const { length, from, to } = stretchText(longest)
  if (!isTold(current)) return `The longest time with every dose was ${length}, ${from} to ${to}.`
  const now = stretchText(current)
  const sentence = `All doses were taken on the ${now.length} from ${now.from} to ${now.to}.`
  return current.days === longest.days
    ? sentence
    : `${sentence} The longest such time in this year was ${length}, ${from} to ${to}.`
}

/**
 * Returns its length and its ends, with their years if those differ. The length counts only days with doses, and says
 * so if the stretch has others.
 */
function stretchText({ from, to, days }: FullDays): { length: string; from: string; to: string } {
  const name = from.slice(0, 4) === to.slice(0, 4) ? formatMonthDay : formatDate
  const isWhole = days === daysBetween(from, to) + 1
  return { length: isWhole ? `${days} days` : `${days} days with doses`, from: name(from), to: name(to) }
}

/** Returns the fill of a day on the map: `n` without a counted dose, `0` nothing taken, `4` everything. */
export function levelOf({ taken, counted }: Pick<Adherence, 'taken' | 'counted'>): 'n' | '0' | '1' | '2' | '3' | '4' {
  if (counted === 0) return 'n'
  if (taken === 0) return '0'
  if (taken === counted) return '4'
  const share = taken / counted
  return share < 0.5 ? '1' : share < 0.8 ? '2' : '3'
}

/** Returns `2 of 3`; a dash if nothing counts. */
export const countText = ({ taken, counted }: Pick<Adherence, 'taken' | 'counted'>): string =>
  counted === 0 ? '–' : `${taken} of ${counted}`

/** Returns `93%`; a dash if nothing counts. */
export const percentText = ({ percent }: Pick<Adherence, 'percent'>): string => (percent === null ? '–' : `${percent}%`)

/** Returns `Nov 16`: a week by its Monday. */
export const weekName = ({ from }: Pick<Span, 'from'>): string => formatMonthDay(from)

/** Returns `Nov 2025`. */
export const monthName = (date: LocalDate): string => `${formatMonthDay(date).slice(0, 3)} ${date.slice(0, 4)}`

/** Returns `Nov 2025 to Nov 2026`: the months of these days. */
export const yearName = (days: readonly DayRecord[]): string => {
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? `${monthName(first.date)} to ${monthName(last.date)}` : ''
}

/** Returns `a square for each day from Nov 17, 2025 to Nov 20, 2026`, for users who cannot see the map. */
export function mapName(days: readonly DayRecord[]): string {
  const [first, last] = [days[0], days.at(-1)]
  const span = first && last ? ` from ${formatDate(first.date)} to ${formatDate(last.date)}` : ''
  return `A square for each day${span}; fuller green means more of that day’s doses were taken. ${yearSentence(days)}`
}
