import type { Findings } from './findings.ts'
import { unitOf } from './lexicon.ts'
import { type Line, rule } from './line.ts'

const PER_DAY =
  '(?: (?:(?<day>(?:in a|in every|every|a|/|in) day)|(?:in (?:a |every )?|every |a |/ |during )(?<hours>#) hour))'
const LIMIT = rule(
  `(?:do )?(?:up to (?:a )?)?(?:not (?:to )?exceed|exceed|(?:no|not)(?: to)?(?: v:[a-z]+)? more than|at most|max)(?: (?<daily>every day|day|/ day))?(?: (?:is|=|a|u:dose|v:[a-z]+|to)){0,4} (?<n>#)(?: (?<unit>[um]:[a-z]+))?(?! time| x| hour| day| week)${PER_DAY}?`,
)
/** `max 8/24` */
const OVER_A_DAY = rule('max(?: (?:a|u:dose|=)){0,2} (?<n>#) hour(?: hour)?')
/** `up to 8 tablets a day`. */
const UP_TO = rule(`up to (?<n>#) (?<unit>[um]:[a-z]+)${PER_DAY}`)

/** Reads the maximum per day: first, so that its number is not taken as a dose. */
export function readLimits(line: Line, findings: Findings): void {
  line.take(OVER_A_DAY, (found) => {
    const amount = found.amount('n')
    if (amount?.span !== 'hour') return false
    return findings.limits.push({ found, value: amount.value, unit: null, isGuess: false })
  })
  for (const limit of [LIMIT, UP_TO])
    line.take(limit, (found) => {
      const amount = found.amount('n')
      const hours = found.amount('hours')
      if (amount === undefined) return false
      const isOfDay = found.word('day') !== undefined || found.word('daily') !== undefined || hours?.value === 24
      // A limit for one time or for some hours is not a limit per day.
      if (hours !== undefined && hours.value !== 24) return limit === LIMIT
      return findings.limits.push({
        found,
        value: amount.max ?? amount.value,
        unit: unitOf(found.word('unit')),
        isGuess: !isOfDay,
      })
    })
}
