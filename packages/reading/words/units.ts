import units from '../vocabulary/units.json' with { type: 'json' }
import { alternatives } from './alternatives.ts'
import { CUES } from './cues.ts'

/** A unit of the vocabulary: its singular and plural in a field, and a pattern of how it is written and said. */
interface Unit {
  name: string
  plural: string
  said: string
}

const unitNamed = (name: string) => units.list.find(({ unit }) => unit === name)

/** Units whose amounts are dosages; a puff may be called an inhalation. */
const UNITS: readonly Unit[] = [
  ...units.list.flatMap((one): Unit[] => {
    const own = one.as === undefined ? one : (unitNamed(one.as) ?? one)
    const name = own.symbol ?? own.unit
    const said = alternatives([...one.words, ...(one.spoken ?? [])])
    return one.isDosage ? [{ name, plural: own.plural ?? name, said }] : []
  }),
  { name: '%', plural: '%', said: '%|per ?cent' },
]

/** Any of them, as the group `unit` of a pattern. */
export const UNIT = `(?<unit>${UNITS.map(({ said }) => said).join('|')})(?![\\p{L}\\p{N}])`
const UNIT_IS = UNITS.map(({ name, plural, said }) => ({ name, plural, is: new RegExp(`^(?:${said})$`, 'iu') }))

/** Returns how a unit is written in a field after an amount; an unknown unit stays as it was said. */
export function unitName(said: string, amount: number): string {
  const unit = UNIT_IS.find(({ is }) => is.test(said))
  if (!unit) return said
  return amount > 1 ? unit.plural : unit.name
}

/** Words after a number on its line that count or measure something, so that it is not a time of day. */
export const COUNTED = new RegExp(
  String.raw`^(?!\n)[\s-]*(?:${UNITS.map(({ said }) => said).join('|')}|milli\p{L}*|micro\p{L}*|gram\p{L}*|tab\p{L}*|cap\p{L}*|spoon\p{L}*|tea\p{L}*|doses?|times?|days?|weeks?|months?|years?|hours?|hourly|hrs?|minutes?|mins?|x|per|more|of)(?![\p{L}\p{N}])`,
  'iu',
)

/** Returns whether a value is a strength (`20 mg`, `8 units`), rather than a count (`2 tablets`). */
export const isStrength = (value: string): boolean => / (?:mg|mcg|mEq|g|ml|units?)$|%/.test(value)

/** The most that is taken of something counted at one time without the text saying so. */
const MOST_COUNTED = 10
const MOST_DROPS = 30

/** Returns whether a count exceeds one intake, so that it may mean something else: a strength with a count, a pack. */
export function isMoreThanTaken(unit: string, count: number): boolean {
  if (/^drops?$/.test(unit)) return count > MOST_DROPS
  return CUES.countedOut.test(unit) && count > MOST_COUNTED
}

/**
 * Returns whether a number of pieces is impossible: `2.51 tablets`, which may be one of 2.5. A tablet is divided into
 * two, three, four or eight.
 */
export function isNoCount(unit: string, count: number): boolean {
  const parts = count * 24
  return CUES.countedOut.test(unit) && Math.abs(parts - Math.round(parts)) > 1e-6
}
