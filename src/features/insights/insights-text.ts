import type { Adherence } from '#domain/doses/adherence.ts'
import type { DayPart } from '#domain/insights/day-parts.ts'
import type { FullDays } from '#domain/insights/full-days.ts'
import type { Insights } from '#domain/insights/insights.ts'
import type { DayRecord, Span } from '#domain/insights/spans.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatMonthOfYear } from '#domain/lib/calendar-names.ts'
import { daysBetween, formatDate, formatMonthDay, type LocalDate } from '#domain/lib/local-time.ts'

/** Returns `A steady four weeks, Margaret`: calm in every case, since a number is a fact, not a grade. */
export function leadTitle({ percent }: Pick<Adherence, 'percent'>, firstName: string | null): string {
  if (percent === null) return t('No planned doses in the last four weeks')
  const name = firstName ?? ''
  if (percent >= 90) return name ? t('A steady four weeks, {name}', { name }) : t('A steady four weeks')
  if (percent >= 70)
    return name ? t('Four weeks, mostly as planned, {name}', { name }) : t('Four weeks, mostly as planned')
  return name ? t('The last four weeks, {name}', { name }) : t('The last four weeks')
}

const MOST_OTHERS: Record<DayPart, Message> = {
  morning: msg('Most of the others were in the morning.'),
  midday: msg('Most of the others were at midday.'),
  evening: msg('Most of the others were in the evening.'),
  night: msg('Most of the others were at night.'),
}

/** Returns `You took 234 of 252 doses. Most of the others were at night.` */
export function leadSentence({ recent, mostOthers }: Pick<Insights, 'recent' | 'mostOthers'>): string {
  if (recent.percent === null) return t('Doses that are taken only when needed are in your history.')
  const took = t('You took {taken} of {all, plural, one {1 dose} other {{all} doses}}.', {
    taken: recent.taken,
    all: recent.counted,
  })
  return mostOthers === null ? took : `${took} ${t(MOST_OTHERS[mostOthers])}`
}

/** Returns `On 310 of the 350 days with doses, every dose was taken.` Empty where no day had any. */
export function yearSentence(days: readonly DayRecord[]): string {
  const withDoses = days.filter(({ counted }) => counted > 0)
  const full = withDoses.filter(({ taken, counted }) => taken === counted).length
  const all = withDoses.length
  if (all === 0) return ''
  if (withDoses.every(({ taken }) => taken === 0)) return t('No dose is logged as taken so far.')
  if (full === 0) return t('Some doses were taken; no day has all of them so far.')
  if (full === all)
    return t('On {all, plural, one {the one day with doses} other {all # days with doses}}, every dose was taken.', {
      all,
    })
  return t('On {full} of the {all, plural, one {# day} other {# days}} with doses, every dose was taken.', {
    full,
    all,
  })
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
  if (!isTold(current)) return longestText(longest)
  return current.days === longest.days ? currentText(current) : `${currentText(current)} ${longerText(longest)}`
}

/** The number counts only days with doses, and says so if the stretch has others. */
const isWhole = ({ from, to, days }: FullDays): boolean => days === daysBetween(from, to) + 1

const currentText = (stretch: FullDays): string =>
  isWhole(stretch)
    ? t('All doses were taken on the {days, plural, one {# day} other {# days}} from {from} to {to}.', endsOf(stretch))
    : t(
        'All doses were taken on the {days, plural, one {# day} other {# days}} with doses from {from} to {to}.',
        endsOf(stretch),
      )

const longestText = (stretch: FullDays): string =>
  isWhole(stretch)
    ? t(
        'The longest time with every dose was {days, plural, one {# day} other {# days}}, {from} to {to}.',
        endsOf(stretch),
      )
    : t(
        'The longest time with every dose was {days, plural, one {# day} other {# days}} with doses, {from} to {to}.',
        endsOf(stretch),
      )

const longerText = (stretch: FullDays): string =>
  isWhole(stretch)
    ? t(
        'The longest such time in this year was {days, plural, one {# day} other {# days}}, {from} to {to}.',
        endsOf(stretch),
      )
    : t(
        'The longest such time in this year was {days, plural, one {# day} other {# days}} with doses, {from} to {to}.',
        endsOf(stretch),
      )

/** Returns its days and its ends, with their years if those differ. */
function endsOf({ from, to, days }: FullDays): { days: number; from: string; to: string } {
  const name = from.slice(0, 4) === to.slice(0, 4) ? formatMonthDay : formatDate
  return { days, from: name(from), to: name(to) }
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
  counted === 0 ? '–' : t('{taken} of {all}', { taken, all: counted })

/** Returns `93%`; a dash if nothing counts. */
export const percentText = ({ percent }: Pick<Adherence, 'percent'>): string =>
  percent === null ? '–' : t('{percent}%', { percent })

/** Returns `Nov 16`: a week by its Monday. */
export const weekName = ({ from }: Pick<Span, 'from'>): string => formatMonthDay(from)

/** Returns `Nov 2025`. */
export const monthName = (date: LocalDate): string => formatMonthOfYear(date)

/** Returns `Nov 2025 to Nov 2026`: the months of these days. */
export const yearName = (days: readonly DayRecord[]): string => {
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? t('{from} to {to}', { from: monthName(first.date), to: monthName(last.date) }) : ''
}

/** Returns `a square for each day from Nov 17, 2025 to Nov 20, 2026`, for users who cannot see the map. */
export function mapName(days: readonly DayRecord[]): string {
  const [first, last] = [days[0], days.at(-1)]
  const what =
    first && last
      ? t('A square for each day from {from} to {to}; fuller green means more of that day’s doses were taken.', {
          from: formatDate(first.date),
          to: formatDate(last.date),
        })
      : t('A square for each day; fuller green means more of that day’s doses were taken.')
  return [what, yearSentence(days)].filter(Boolean).join(' ')
}
