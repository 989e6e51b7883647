import type { Findings } from './findings.ts'
import { type Line, rule } from './line.ts'

const COURSE = rule(
  '(?:for|x|during|over)(?: (?:a|up|to|\\?|at|least|max|no|not|more|than)){0,3} (?<n>#) (?:more )?(?<unit>day|week|fortnight|month|year|hour|w:night|w:morning|w:evening)(?! before| after| apart| supply)',
)
const ONE = rule('for (?:(?:a|every|\\?) )?(?<unit>day|week|fortnight|month|year)')
const SUPPLY = rule('# day supply|supply (?:for )?# day')
const ALONE = rule('(?<!in |after |before |to )(?<n>#) (?<unit>day|week|fortnight|month)')

/** Reads for how long. Hours count when they make whole days; a month is taken as thirty days, as a guess. */
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
