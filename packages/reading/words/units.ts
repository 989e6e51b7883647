/** The units of doses, as they are written and said; one list for amounts and for what is no time of day. */

/** One name of each unit, and the plural where people write one. */
const UNITS: readonly (readonly [name: string, plural: string, said: string])[] = [
  ['mg', 'mg', 'mgs?|milligram(?:me)?s?|milli grams?'],
  ['mcg', 'mcg', 'mcgs?|ugs?|µgs?|μgs?|microgram(?:me)?s?|micro grams?|mics'],
  ['mEq', 'mEq', 'meqs?|milli ?equivalents?'],
  ['g', 'g', 'g|gms?|gram(?:me)?s?'],
  ['ml', 'ml', 'mls?|millilit(?:er|re)s?|mills?|mils?|ccs?'],
  ['tablet', 'tablets', 'tablets?|tabs?|caplets?'],
  ['capsule', 'capsules', 'capsules?|caps?|gelcaps?'],
  ['pill', 'pills', 'pills?'],
  ['unit', 'units', 'units?|iu|international units?|u'],
  ['puff', 'puffs', 'puffs?|inhalations?'],
  ['drop', 'drops', 'drops?'],
  ['spray', 'sprays', 'sprays?'],
  ['pump', 'pumps', 'pumps?'],
  ['patch', 'patches', 'patch(?:es)?'],
  ['sachet', 'sachets', 'sachets?'],
  ['teaspoon', 'teaspoons', 'teaspoon(?:ful)?s?|tsp'],
  ['tablespoon', 'tablespoons', 'tablespoon(?:ful)?s?|tbsp'],
  ['lozenge', 'lozenges', 'lozenges?'],
  ['suppository', 'suppositories', 'suppositor(?:y|ies)'],
  ['%', '%', '%|per ?cent|percent'],
]
/** Any of them, as the group `unit` of a pattern. */
export const UNIT = `(?<unit>${UNITS.map(([, , said]) => said).join('|')})(?![\\p{L}\\p{N}])`
const UNIT_IS = UNITS.map(([name, plural, said]) => ({ name, plural, is: new RegExp(`^(?:${said})$`, 'iu') }))

/** How a unit is written in a field after an amount; what is no known unit stays as it was said. */
export function unitName(said: string, amount: number): string {
  const unit = UNIT_IS.find(({ is }) => is.test(said))
  if (!unit) return said
  return amount > 1 ? unit.plural : unit.name
}

/** What follows a number on its line that counts or measures something, and so is no time of day. */
export const COUNTED = new RegExp(
  String.raw`^(?!\n)[\s-]*(?:${UNITS.map(([, , said]) => said).join('|')}|milli\p{L}*|micro\p{L}*|gram\p{L}*|tab\p{L}*|cap\p{L}*|spoon\p{L}*|tea\p{L}*|doses?|times?|days?|weeks?|months?|years?|hours?|hourly|hrs?|minutes?|mins?|x|per|more|of)(?![\p{L}\p{N}])`,
  'iu',
)

/** Whether a value is how strong something is (`20 mg`, `8 units`), rather than how many are taken (`2 tablets`). */
export const isStrength = (value: string): boolean => / (?:mg|mcg|mEq|g|ml|units?)$|%/.test(value)

/** More than this of what is counted out nobody takes at one time without a word about it. */
const MOST_COUNTED = 10
const MOST_DROPS = 30

/** Whether a count is more than is taken at one time, so that something else may have been said: a strength with a count, a pack. */
export function isMoreThanTaken(unit: string, count: number): boolean {
  if (/^drops?$/.test(unit)) return count > MOST_DROPS
  return COUNTED_OUT.test(unit) && count > MOST_COUNTED
}

/**
 * Whether so many of what is counted out cannot be taken: `2.51 tablets`, which may be one of 2.5. A tablet is parted in two, three, four
 * or eight.
 */
export function isNoCount(unit: string, count: number): boolean {
  const parts = count * 24
  return COUNTED_OUT.test(unit) && Math.abs(parts - Math.round(parts)) > 1e-6
}

const COUNTED_OUT =
  /^(?:(?:tablet|capsule|caplet|pill|puff|inhalation|spray|pump|sachet|packet|teaspoon|tablespoon|lozenge|application|click|scoop|film|wafer)s?|patch(?:es)?|suppositor(?:y|ies)|pessar(?:y|ies))$/
