import { LONGEST } from '../words/plain-text.ts'
import { readApart } from './apart.ts'
import { assemble } from './assemble.ts'
import { Findings } from './findings.ts'
import { Line } from './line.ts'
import { putRight } from './misread.ts'
import { readConditions, readRest } from './rules-conditions.ts'
import { readDoses } from './rules-doses.ts'
import { readDurations } from './rules-durations.ts'
import { readFrequencies } from './rules-frequency.ts'
import { readLimits } from './rules-limits.ts'
import { readFood, readMoments } from './rules-moments.ts'
import { readRoutes } from './rules-routes.ts'
import { readDamaged, readUnread } from './rules-unread.ts'
import { readTurns } from './turns.ts'
import type { Directions } from './values.ts'

/**
 * Reads directions for taking a medication ("sig") in Australian, British and American wording and shorthand, including
 * typing errors: how much, how often, when, how and for how long (decision 027). What the text does not say stays null;
 * a frequency is never made up. Shorthand that has harmed people is a guess and listed in `asks`. Only the first 2,000
 * characters are read: directions are a line or two, not a whole leaflet.
 *
 * Rules run in a fixed order: each takes its words out of the line, so that a limit is not read as a dose, an interval
 * as a course, or a time before food as a time of day. Before them come clauses that take something back, which end
 * with a comma or a sentence.
 */
export function readDirections(text: string): Directions {
  const begin = text.slice(0, LONGEST)
  return assemble(begin, findingsIn(begin))
}

/**
 * Returns what each rule finds in a text, before the findings are combined.
 * @param isSpoken whether what takes something back was removed already, since speech does that differently
 */
export function findingsIn(begin: string, isSpoken = false): Findings {
  const right = putRight(begin)
  const findings = new Findings()
  const apart = isSpoken ? right.text : readApart(right.text, findings)
  readTurns(apart, findings)
  const line = new Line(begin, apart, right.at)
  if (!isSpoken) readDamaged(line, apart, findings)
  readLimits(line, findings)
  readConditions(line, findings)
  readFood(line, findings)
  readFrequencies(line, findings)
  readDurations(line, findings)
  readMoments(line, findings)
  readRoutes(line, findings)
  readDoses(line, findings)
  readRest(line, findings)
  readUnread(line, findings, isSpoken)
  return findings
}
