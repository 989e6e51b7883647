import { correctionsIn, isChangedTo, isDenied } from './corrections.ts'
import { matchesIn, textBefore } from './near.ts'
import type { Fact } from './read.ts'

/** A dosage as a form has it (`20 mg`, `2 tablets`); its words are those of the plain text. */
export interface SaidDosage extends Fact<string> {
  /** What the person has to be asked about it; null when it is plain. */
  ask: string | null
}

/** One name of each unit, and the plural where people write one. */
const UNITS: readonly (readonly [name: string, plural: string, said: string])[] = [
  ['mg', 'mg', 'mgs?|milligram(?:me)?s?|milli grams?'],
  ['mcg', 'mcg', 'mcgs?|ugs?|µgs?|μgs?|microgram(?:me)?s?|micro grams?|mics'],
  ['g', 'g', 'g|gms?|gram(?:me)?s?'],
  ['ml', 'ml', 'mls?|millilit(?:er|re)s?|mil|mils|cc|ccs'],
  ['tablet', 'tablets', 'tablets?|tabs?|caplets?'],
  ['capsule', 'capsules', 'capsules?|caps?|gelcaps?'],
  ['pill', 'pills', 'pills?'],
  ['unit', 'units', 'units?|iu|international units?|u'],
  ['puff', 'puffs', 'puffs?|inhalations?'],
  ['drop', 'drops', 'drops?'],
  ['spray', 'sprays', 'sprays?'],
  ['patch', 'patches', 'patch(?:es)?'],
  ['sachet', 'sachets', 'sachets?'],
  ['teaspoon', 'teaspoons', 'teaspoon(?:ful)?s?|tsp'],
  ['tablespoon', 'tablespoons', 'tablespoon(?:ful)?s?|tbsp'],
  ['lozenge', 'lozenges', 'lozenges?'],
  ['suppository', 'suppositories', 'suppositor(?:y|ies)'],
  ['%', '%', '%|per ?cent|percent'],
]
const UNIT = `(?<unit>${UNITS.map(([, , said]) => said).join('|')})(?![\\p{L}\\p{N}])`
const UNIT_IS = UNITS.map(([name, plural, said]) => ({ name, plural, is: new RegExp(`^(?:${said})$`, 'iu') }))

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,7}|(?=\.\d))(?:\.\d{1,4})?`
const FRACTION = '[½¼¾]|1/2|1/4|3/4'
/** `20 mg`, `500mg`, `1 to 2 tablets`, `1½ tablets`, `2 50 milligrams` (two fifty). */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,/:-])(?:(?<amount>${NUMBER})(?<pair> \d{2})?(?: ?(?<fraction>${FRACTION}))?(?:(?: ?[-–] ?| to | or )(?<most>${NUMBER}))?|(?<part>${FRACTION}))[ -]?(?:of an? |an? )?${UNIT}`,
  'giu',
)
/** `half a tablet`, `a tablet`. */
const IN_WORDS =
  /\b(?:(?<half>half|quarter)(?: of)?(?: an?)?|(?<both>1\.5|1 and a half)|an?) (?<unit>tablet|capsule|pill|puff|patch|sachet|teaspoon|tablespoon|lozenge|suppository|tab|cap)(?:ful)?s?(?![\p{L}\p{N}])/giu

/** An amount that is no dose: of a pack, a limit, a drink. */
const OTHER_BEFORE =
  /\b(?:max(?:imum)?(?: of)?|more than|exceed(?:ing)?|limit(?: of)?|pack(?:et)? of|box of|bottle of|dispense|quantity|supply of|within|strip of|total of|out of|weigh)(?: about)? $/i
const OTHER_AFTER = /^ (?:of )?(?:of water|of milk|of juice|glass|bottle|box|pack)\b/i
/** `5 mg per 5 ml` is how strong a liquid is. */
const STRENGTH_AFTER = /^ ?(?:\/|per|in) ?\d* ?(?:mls?|millilit(?:er|re)s?|puffs?|doses?)\b/i

/** The dosages a text names, in its order; of a limit, a pack or a drink none. */
export function dosagesIn(text: string): SaidDosage[] {
  const amounts = matchesIn(text, AMOUNT).flatMap((match) => dosageOf(text, match))
  const worded = matchesIn(text, IN_WORDS).flatMap((match) => wordedDosage(match, amounts))
  return [...amounts, ...worded].sort((a, b) => a.at - b.at)
}

function dosageOf(text: string, match: RegExpExecArray): SaidDosage[] {
  const { 0: words, index, groups = {} } = match
  const { amount, pair, fraction, most, part, unit = '' } = groups
  const end = index + words.length
  if (OTHER_BEFORE.test(textBefore(text, index))) return []
  if (OTHER_AFTER.test(text.slice(end, end + 20)) || STRENGTH_AFTER.test(text.slice(end, end + 20))) return []
  const whole = numberOf(amount ?? '0', pair)
  const value = whole + fractionOf(fraction ?? part)
  const name = unitName(unit, most === undefined ? value : Number(most))
  if (value <= 0) return []
  const said = most === undefined ? plainNumber(value) : `${plainNumber(value)}-${plainNumber(Number(most))}`
  const ask = askAbout(amount ?? '', unit)
  return [
    {
      value: name === '%' ? `${said}%` : `${said} ${name}`,
      words,
      at: index,
      confidence: ask === null && pair === undefined ? 'sure' : 'guess',
      ask,
    },
  ]
}

function wordedDosage(match: RegExpExecArray, amounts: readonly SaidDosage[]): SaidDosage[] {
  const { 0: words, index, groups = {} } = match
  if (amounts.some(({ at, words: other }) => at < index + words.length && index < at + other.length))
    return []
  const { half, both, unit = '' } = groups
  const value = both ? 1.5 : half ? (/half/i.test(half) ? 0.5 : 0.25) : 1
  const isSaid = half !== undefined || both !== undefined
  return [
    {
      value: `${value} ${unitName(unit, value)}`,
      words,
      at: index,
      // "a tablet" may be how much, or what kind of thing it is.
      confidence: isSaid ? 'sure' : 'guess',
      ask: null,
    },
  ]
}

/** `1,000` is a thousand; `2 50` was said "two fifty". */
function numberOf(amount: string, pair: string | undefined): number {
  const value = Number(amount.replaceAll(',', '') || '0')
  if (pair === undefined) return value
  return value < 10 ? value * 100 + Number(pair) : Number(pair)
}

const fractionOf = (said: string | undefined): number => {
  if (said === undefined) return 0
  if (said === '½' || said === '1/2') return 0.5
  return said === '¼' || said === '1/4' ? 0.25 : 0.75
}

const plainNumber = (value: number): string => String(Number(value.toFixed(4)))

function unitName(said: string, amount: number): string {
  const unit = UNIT_IS.find(({ is }) => is.test(said))
  if (!unit) return said
  return amount > 1 ? unit.plural : unit.name
}

/** Ways of writing that were misread with harm before (the lists of dangerous abbreviations of ISMP and of the Australian commission). */
function askAbout(amount: string, unit: string): string | null {
  if (amount.startsWith('.'))
    return `“${amount} ${unit}” has no number before the point. Is it 0${amount} ${unit}?`
  if (/\.0+$/.test(amount))
    return `“${amount} ${unit}” is easily read as ${amount.replace('.', '')}. Is it ${Number(amount)} ${unit}?`
  if (/^u$/i.test(unit)) return `“${unit}” is easily read as a zero. Does it mean units?`
  if (/^[µμu]gs?$/i.test(unit)) return `“${unit}” is easily read as mg. Does it mean micrograms?`
  return null
}

/** A number said after a correction without its unit: `10 milligrams, no, sorry, 20`. */
const BARE =
  /(?:[,.;]? ?(?:\b(?:no|sorry|wait|actually|oops|scratch that|i mean|i meant|it['’]s|make (?:it|that)|rather|that is|it should be|should be|hang on|not that|correction|my mistake|or|oh)\b[,.;]? ?)*)(?<number>\d+(?:\.\d+)?)(?![\d.:]*\d| ?(?:times|am|pm|days?|weeks?|months?|hours?|o['’]?clock|in the|at night|[-–/%]))(?![\p{L}])/iuy

/** The dosage that holds: the first, or what corrects it (specification, section 5: a number followed by a unit). */
export function holdingDosage(text: string, dosages: readonly SaidDosage[]): SaidDosage | null {
  const valid = dosages.filter(({ at }) => !isDenied(text, at))
  const marks = correctionsIn(text)
  let held = valid[0] ?? null
  for (const next of [...valid.slice(1), null]) {
    if (held === null) break
    const end = held.at + held.words.length
    const mark = marks.find((at) => at >= end - 1 && at < (next?.at ?? text.length))
    const bare = mark === undefined ? null : bareAt(text, mark, held)
    if (bare !== null && (next === null || bare.at < next.at)) held = bare
    const changed = next !== null && isChangedTo(text, held, next) && sameKind(held, next)
    if (next !== null && (changed || (mark !== undefined && sameKind(held, next)))) held = next
  }
  return held
}

function bareAt(text: string, mark: number, held: SaidDosage): SaidDosage | null {
  BARE.lastIndex = mark
  const match = BARE.exec(text)
  const number = match?.groups?.number
  if (!match || number === undefined) return null
  const at = match.index + match[0].length - number.length
  // "no, 20 milligrams" is found as a dosage of its own.
  if (new RegExp(`^[ -]?${UNIT}`, 'iu').test(text.slice(at + number.length, at + number.length + 20)))
    return null
  const unit = held.value.replace(/^[\d.,-]+ ?/, '')
  const said = unitName(unit.replace(/(?<=.{3})s$/, ''), Number(number))
  return { value: `${number} ${said}`, words: number, at, confidence: 'guess', ask: null }
}

const kindOf = ({ value }: SaidDosage): string =>
  / (?:mg|mcg|g|ml|units?)$|%/.test(value) ? 'strength' : 'count'
const sameKind = (a: SaidDosage, b: SaidDosage): boolean => kindOf(a) === kindOf(b)
