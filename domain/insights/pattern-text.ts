import { formatTime12 } from '../lib/local-time.ts'
import { capitalised, uncapitalised } from '../lib/text.ts'
import { PART_LABELS } from './day-parts.ts'
import { PATTERN_DAYS, type Pattern, type TimeGroup } from './patterns.ts'

export interface PatternText {
  title: string
  /** Includes the counts it is based on. */
  sentence: string
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const SPAN = `in the last ${PATTERN_DAYS / 7} weeks`

/**
 * Returns a pattern as a finding and what it is based on.
 * @param name the medication's name, for a pattern about one
 */
export function patternText(pattern: Pattern, name: string): PatternText {
  switch (pattern.kind) {
    case 'medicine': {
      const { missed, others, usual } = pattern
      const when = usual === null ? '' : ` You usually log it at ${formatTime12(usual)}.`
      return {
        title: `${name} is the one that slips`,
        sentence: `${missed.hits} of its ${missed.of} doses ${SPAN} were not logged; of all others, ${others.hits} of ${others.of}.${when}`,
      }
    }
    case 'time': {
      const { group, missed, others } = pattern
      return {
        title: `${dosesAt(group)} are missed most`,
        sentence: `${missed.hits} of ${missed.of} ${lower(dosesAt(group))} ${SPAN} were not logged; of all others, ${others.hits} of ${others.of}.`,
      }
    }
    case 'late': {
      const { group, minutes, days } = pattern
      return {
        title: `${capitalised(timesAt(group))} run late`,
        sentence: `On ${days} days ${SPAN}, ${lower(dosesAt(group))} were taken about ${Math.round(minutes / 5) * 5} minutes later than others.`,
      }
    }
    case 'steady': {
      const { part, complete } = pattern
      return {
        title: `${capitalised(PART_LABELS[part].many)} are steady`,
        sentence: `${complete.hits} of the last ${complete.of} ${PART_LABELS[part].many} are complete.`,
      }
    }
  }
}

/** Day names keep their capital letter. */
const lower = (text: string): string => (WEEKDAYS.some((day) => text.startsWith(day)) ? text : uncapitalised(text))

const dayName = (days: number): string => WEEKDAYS[days - 1] ?? ''

/** Returns `Sundays`, `weekends` or `weekdays`. */
const daysOf = ({ days }: TimeGroup): string =>
  typeof days === 'number' ? `${dayName(days)}s` : days === 'weekend' ? 'weekends' : 'weekdays'

/** Returns `Evening doses at weekends` or `Sunday doses`. */
function dosesAt(group: TimeGroup): string {
  const { part, days } = group
  if (part === null) {
    return `${typeof days === 'number' ? dayName(days) : days === 'weekend' ? 'Weekend' : 'Weekday'} doses`
  }
  const doses = `${PART_LABELS[part].title} doses`
  if (days === null) return doses
  return `${doses} ${days === 'weekdays' ? 'on' : 'at'} ${daysOf(group)}`
}

/** Returns `weekend evenings` or `Sundays`. */
function timesAt(group: TimeGroup): string {
  const { part, days } = group
  if (part === null) return daysOf(group)
  const { many } = PART_LABELS[part]
  return days === null ? many : `${days === 'weekend' ? 'weekend' : 'weekday'} ${many}`
}
