import { t } from '../language/translate.ts'
import { formatLongWeekday, formatTime12, type LocalDate } from '../lib/local-time.ts'
import { PATTERN_DAYS, type Pattern, type TimeGroup } from './patterns.ts'

export interface PatternText {
  title: string
  /** Includes the counts it is based on. */
  sentence: string
}

const WEEKS = PATTERN_DAYS / 7

type Of<Kind extends Pattern['kind']> = Extract<Pattern, { kind: Kind }>

/**
 * Returns a pattern as a finding and what it is based on.
 * @param name the medication's name, for a pattern about one
 */
export function patternText(pattern: Pattern, name: string): PatternText {
  switch (pattern.kind) {
    case 'medicine':
      return { title: t('{medicine} is the one that slips', { medicine: name }), sentence: slipText(pattern) }
    case 'time':
      return { title: t('{doses} are missed most', { doses: dosesAt(pattern.group) }), sentence: missedText(pattern) }
    case 'late':
      return { title: lateTitle(pattern.group), sentence: lateText(pattern) }
    case 'steady':
      return steadyText(pattern)
  }
}

function slipText({ missed, others, usual }: Of<'medicine'>): string {
  const values = { missed: missed.hits, all: missed.of, weeks: WEEKS, othersMissed: others.hits, others: others.of }
  return usual === null
    ? t(
        '{missed} of its {all} doses in the last {weeks} weeks were not logged; of all others, {othersMissed} of {others}.',
        values,
      )
    : t(
        '{missed} of its {all} doses in the last {weeks} weeks were not logged; of all others, {othersMissed} of {others}. You usually log it at {time}.',
        { ...values, time: formatTime12(usual) },
      )
}

const missedText = ({ group, missed, others }: Of<'time'>): string =>
  t('{missed} of {all} {doses} in the last {weeks} weeks were not logged; of all others, {othersMissed} of {others}.', {
    missed: missed.hits,
    all: missed.of,
    doses: dosesWithin(group),
    weeks: WEEKS,
    othersMissed: others.hits,
    others: others.of,
  })

const lateText = ({ group, minutes, days }: Of<'late'>): string =>
  t('On {days} days in the last {weeks} weeks, {doses} were taken about {minutes} minutes later than others.', {
    days,
    weeks: WEEKS,
    doses: dosesWithin(group),
    minutes: Math.round(minutes / 5) * 5,
  })

function steadyText({ part, complete }: Of<'steady'>): PatternText {
  const values = { part, complete: complete.hits, all: complete.of }
  return {
    title: t(
      '{part, select, morning {Mornings are steady} midday {Middays are steady} evening {Evenings are steady} other {Nights are steady}}',
      { part },
    ),
    sentence: t(
      '{part, select, morning {{complete} of the last {all} mornings are complete.} midday {{complete} of the last {all} middays are complete.} evening {{complete} of the last {all} evenings are complete.} other {{complete} of the last {all} nights are complete.}}',
      values,
    ),
  }
}

/** January 2024 began on a Monday. */
const dayName = (days: number): string => formatLongWeekday(`2024-01-0${days}` as LocalDate)

/** Returns `Evening doses at weekends` or `Sunday doses`, which begin a sentence. */
function dosesAt({ part, days }: TimeGroup): string {
  if (part === null) {
    if (typeof days === 'number') return t('{day} doses', { day: dayName(days) })
    return days === 'weekend' ? t('Weekend doses') : t('Weekday doses')
  }
  if (days === null)
    return t(
      '{part, select, morning {Morning doses} midday {Midday doses} evening {Evening doses} other {Night doses}}',
      { part },
    )
  return days === 'weekdays'
    ? t(
        '{part, select, morning {Morning doses on weekdays} midday {Midday doses on weekdays} evening {Evening doses on weekdays} other {Night doses on weekdays}}',
        { part },
      )
    : t(
        '{part, select, morning {Morning doses at weekends} midday {Midday doses at weekends} evening {Evening doses at weekends} other {Night doses at weekends}}',
        { part },
      )
}

/** Returns `evening doses at weekends` or `Sunday doses`, with which a sentence goes on. */
function dosesWithin({ part, days }: TimeGroup): string {
  if (part === null) {
    if (typeof days === 'number') return t('{day} doses', { day: dayName(days) })
    return days === 'weekend' ? t('weekend doses') : t('weekday doses')
  }
  if (days === null)
    return t(
      '{part, select, morning {morning doses} midday {midday doses} evening {evening doses} other {night doses}}',
      { part },
    )
  return days === 'weekdays'
    ? t(
        '{part, select, morning {morning doses on weekdays} midday {midday doses on weekdays} evening {evening doses on weekdays} other {night doses on weekdays}}',
        { part },
      )
    : t(
        '{part, select, morning {morning doses at weekends} midday {midday doses at weekends} evening {evening doses at weekends} other {night doses at weekends}}',
        { part },
      )
}

/** Returns `Weekend evenings run late` or `Sundays run late`. */
function lateTitle({ part, days }: TimeGroup): string {
  if (part === null) {
    if (typeof days === 'number') return t('{day}s run late', { day: dayName(days) })
    return days === 'weekend' ? t('Weekends run late') : t('Weekdays run late')
  }
  if (days === null)
    return t(
      '{part, select, morning {Mornings run late} midday {Middays run late} evening {Evenings run late} other {Nights run late}}',
      { part },
    )
  return days === 'weekend'
    ? t(
        '{part, select, morning {Weekend mornings run late} midday {Weekend middays run late} evening {Weekend evenings run late} other {Weekend nights run late}}',
        { part },
      )
    : t(
        '{part, select, morning {Weekday mornings run late} midday {Weekday middays run late} evening {Weekday evenings run late} other {Weekday nights run late}}',
        { part },
      )
}
