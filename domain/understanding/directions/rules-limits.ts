import type { Findings } from './findings.ts'
import { type Line, rule } from './line.ts'
import type { DoseUnit } from './values.ts'

const PER_DAY =
  '(?: (?:(?<day>(?:in a|in every|every|a|/|in) day)|(?:in (?:a |every )?|every |a |/ |during )(?<hours>#) hour))'
const LIMIT = rule(
  `(?:do )?(?:up to (?:a )?)?(?:not (?:to )?exceed|exceed|(?:no|not)(?: to)?(?: v:[a-z]+)? more than|at most|max)(?: (?<daily>every day|day|/ day))?(?: (?:is|=|a|u:dose|v:[a-z]+|to)){0,4} (?<n>#)(?: (?<unit>[um]:[a-z]+))?(?! time| x| hour| day| week)${PER_DAY}?`,
)
/** `up to 8 tablets a day`. */
const UP_TO = rule(`up to (?<n>#) (?<unit>[um]:[a-z]+)${PER_DAY}`)

/** The most a day: taken first, so that its number is no dose. */
export function readLimits(line: Line, findings: Findings): void {
  for (const limit of [LIMIT, UP_TO])
    line.take(limit, (found) => {
      const amount = found.amount('n')
      const hours = found.amount('hours')
      if (amount === undefined) return false
      const isOfDay =
        found.word('day') !== undefined || found.word('daily') !== undefined || hours?.value === 24
      // A limit of one time or of some hours is none of a day.
      if (hours !== undefined && hours.value !== 24) return limit === LIMIT
      return findings.limits.push({
        found,
        value: amount.max ?? amount.value,
        unit: unitOf(found.word('unit')),
        isGuess: !isOfDay,
      })
    })
}

export const unitOf = (plain: string | undefined): DoseUnit | null =>
  plain === undefined ? null : (plain.slice(2) as DoseUnit)

const COURSE = rule(
  '(?:for|x|during|over)(?: (?:a|up|to|\\?|at|least|max|no|not|more|than)){0,3} (?<n>#) (?:more )?(?<unit>day|week|fortnight|month|year|hour|w:night|w:morning|w:evening)(?! before| after| apart| supply)',
)
const ONE = rule('for (?:a|every) (?<unit>day|week|fortnight|month|year)')
const SUPPLY = rule('# day supply|supply (?:for )?# day')
const ALONE = rule('(?<n>#) (?<unit>day|week|fortnight|month)')

/** For how long. Hours count where they are whole days; a month is taken as thirty days, as a guess. */
export function readDurations(line: Line, findings: Findings): void {
  line.take(SUPPLY, () => true)
  for (const course of [COURSE, ONE, ALONE])
    line.take(course, (found) => {
      const { value, max } = found.amount('n') ?? { value: 1 }
      const unit = found.word('unit') ?? ''
      const length = DAYS_OF[unit] ?? 1
      const days = value * length
      if (days < 1 || days % 1 !== 0) return course !== ALONE
      return findings.durations.push({
        found,
        days,
        ...(max === undefined ? {} : { max: max * length }),
        isGuess: course === ALONE || unit === 'month' || unit === 'year' || unit === 'hour',
      })
    })
}

const DAYS_OF: Record<string, number> = { hour: 1 / 24, day: 1, week: 7, fortnight: 14, month: 30, year: 365 }

/** `may repeat after 5 minutes if needed` is about the next dose, not about the first. */
const REPEAT = rule(
  'repeat(?: (?:a|u:dose|after|in|every|at|by|up|to|#|time|minute|hour|day|if|as|when|it|is|\\?|need)){1,10}',
)
const NEEDED = rule(
  '(?:only )?(?:as|when|if|where)(?: (?:it|is|be|as|a|no|\\?)){0,3} need(?: it| as need| be)?',
)
const DIRECTED = rule('(?:as|in|by|\\?) (?:(?:it|is|be|at|a|\\?) ){0,2}direct(?: by \\?)?')
const SINGLE = rule('stat|#1 time|(?<n>#) time(?: only)?|x (?<x>#)(?: u:dose)?|(?:as |at )?# single u:dose')
const THEN = rule('next')

/** Only when needed, as directed, once only, and "then". */
export function readConditions(line: Line, findings: Findings): void {
  line.take(REPEAT, () => true)
  line.take(NEEDED, (found) => findings.needed.push(found))
  line.take(DIRECTED, (found) => findings.directed.push(found))
}

/** A single dose, and the word that turns a page: read last, when every frequency has been taken. */
export function readRest(line: Line, findings: Findings): void {
  line.take(SINGLE, (found) => {
    const times = found.amount('n') ?? found.amount('x')
    if (times !== undefined && times.value !== 1) return false
    return findings.single.push(found)
  })
  line.take(THEN, (found) => findings.changes.push(found))
}
