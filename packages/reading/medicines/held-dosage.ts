import { timesIn } from '../dates-and-times/times.ts'
import { correctionsIn, isChangedTo, isDenied, weighed } from '../words/corrections.ts'
import { hasSequel, isDoubted } from '../words/doubts.ts'
import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { type AskAbout, type Read, without } from '../words/read.ts'
import { isStrength, UNIT, unitName } from '../words/units.ts'
import { CUES } from './cues.ts'
import type { SaidDosage } from './dosage.ts'

/**
 * Returns the dosage that applies: the first, or its correction (specification, section 5: a number followed by a
 * unit). A form has one dosage; where a text gives several for different times, or doubts the one it gives, it is a
 * guess and asked about.
 */
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
    const changed =
      next !== null && sameKind(held, next) && (isChangedTo(text, held, next) || isTakenNow(text, held, next))
    if (next !== null && (changed || (mark !== undefined && sameKind(held, next)))) held = next
  }
  held = held && (bareNow(text, held, valid) ?? held)
  return held && withCount(text, { ...held, ...trusted(text, held, dosages) }, valid)
}

/** Returns the count with a strength: `50 mg half a tablet`. One is implied by the strength. */
function withCount(text: string, held: SaidDosage, dosages: readonly SaidDosage[]): SaidDosage {
  const isCount = COUNT.test(held.value)
  const tooMany = dosages.find(({ value, ask }) => !isCount && COUNT.test(value) && ask !== null)
  const others = dosages.filter(
    ({ value, at, confidence }) =>
      (isCount ? MASS : COUNT).test(value) && confidence === 'sure' && !isDoubted(text, { value, words: '', at }),
  )
  const [first] = others
  const values = [...new Set(others.map(({ value }) => value))]
  if (held.ask !== null || !(isCount || MASS.test(held.value))) return held
  if (first === undefined) return tooMany ? asked(held, tooMany.ask) : withBareCount(text, held)
  if (values.length > 1) {
    const said = others.map(({ words: each }) => `“${each.trim()}”`).join(' and ')
    return { ...held, confidence: 'guess', ask: `${said} were said. How much is taken each time?` }
  }
  // The count is the dosage; the strength next to it is asked about rather than dropped.
  if (isCount) return { ...held, ask: `“${first.words.trim()}” was said too. Is that the strength of each?` }
  if (/^1 /.test(first.value)) return held
  const [from, to] = first.at < held.at ? [first, held] : [held, first]
  const words = text.slice(from.at, to.at + to.words.length)
  return { ...held, value: `${held.value}, ${first.value}`, words, at: from.at }
}

const asked = (held: SaidDosage, ask: string | null): SaidDosage => ({ ...held, confidence: 'guess', ask })

/** Returns the count right after a strength; null where there is none, or one, which the strength implies. */
function bareCountOf(
  text: string,
  { value, at, words }: Read<string>,
): { words: string; form?: string; count: string; at: number } | null {
  const match = MASS.test(value) ? CUES.bareCount.exec(textAfter(text, at + words.length)) : null
  if (match === null) return null
  const { form, count = '' } = match.groups ?? {}
  const end = at + words.length + match[0].length
  return { words: text.slice(at, end), count, at: end - count.length, ...(form && { form }) }
}

/** Tablets or capsules are not made up: where neither was said, the count is asked about. */
function withBareCount(text: string, held: SaidDosage): SaidDosage {
  const before = MASS.test(held.value) ? CUES.countOf.exec(textBefore(text, held.at))?.groups?.count : undefined
  if (before !== undefined)
    return asked(held, `“${before}” and “${held.words.trim()}” were said. How much is taken each time?`)
  const count = bareCountOf(text, held)
  if (count === null) return held
  if (count.form === undefined || held.confidence === 'guess')
    return asked(held, `“${held.words.trim()}” and “${count.count}” were said. How much is taken each time?`)
  const number = /^half$/i.test(count.count) ? 0.5 : Number(count.count)
  return { ...held, value: `${held.value}, ${number} ${unitName(count.form, number)}`, words: count.words }
}

const NOW_AFTER = /^,? (?:now|these days|nowadays|at present|at the moment)\b(?! (?:and (?:then|again)))/i

/** Returns whether one was taken before, and the next is taken now: `was 5 mg, and is now 10 mg`. */
function isTakenNow(text: string, from: SaidDosage, to: SaidDosage): boolean {
  if (!CUES.was.test(textBefore(text, from.at))) return false
  return (
    CUES.now.test(text.slice(from.at + from.words.length, to.at).slice(-60)) ||
    NOW_AFTER.test(textAfter(text, to.at + to.words.length))
  )
}

/** Returns what applies instead of an amount that was taken before; null if nothing does. */
function bareNow(text: string, held: SaidDosage, valid: readonly SaidDosage[]): SaidDosage | null {
  if (!CUES.was.test(textBefore(text, held.at))) return null
  const end = held.at + held.words.length
  const match = matchesIn(text, CUES.bareNow).find(({ index }) => index >= end - 1)
  const number = match?.groups?.before ?? match?.groups?.after
  if (!match || number === undefined) return null
  const at = match.index + match[0].length - number.length
  if (valid.some((other) => at >= other.at && at < other.at + other.words.length)) return null
  if (new RegExp(`^[ -]?${UNIT}`, 'iu').test(textAfter(text, at + number.length))) return null
  return inUnitOf(held, number, at)
}

/**
 * Returns what has to be asked about a strength without a unit; null if there was none, or if the amount has a unit
 * anyway.
 */
export function bareStrengthAsk(text: string, name: Read<unknown> | null, dosage: SaidDosage | null): AskAbout | null {
  if (name === null || (dosage !== null && isStrength(dosage.value))) return null
  const end = name.at + name.words.length
  const number = CUES.bareStrength.exec(textAfter(text, end))?.groups?.number
  if (number === undefined) return null
  const about = { value: number, words: number, at: text.indexOf(number, end) }
  return { text: '“…” was said without a unit. How strong is it?', about: [about] }
}

const MASS = / (?:mg|mcg|mEq|g)$/
const COUNT = / (?:tablets?|capsules?|pills?)$/

const sameKind = (a: SaidDosage, b: SaidDosage): boolean => isStrength(a.value) === isStrength(b.value)

/** Returns how far the dosage that applies can be trusted, and what has to be asked. */
function trusted(
  text: string,
  held: SaidDosage,
  dosages: readonly SaidDosage[],
): Pick<SaidDosage, 'confidence' | 'ask'> {
  const rivals = [...measuredRivals(text, held, dosages), ...bareRivals(text, held, dosages)]
  if (rivals.length > 0 || hasSequel(text, held)) {
    const said = [held, ...rivals].sort((a, b) => a.at - b.at).map(({ words }) => `“${words.trim()}”`)
    const each = [...new Set(said)]
    const ask =
      each.length > 1
        ? `${each.slice(0, -1).join(', ')} and ${each.at(-1)} were said. How much is taken each time?`
        : `Something else comes after ${each[0]}. How much is taken each time?`
    return { confidence: 'guess', ask: held.ask ?? ask }
  }
  if (!isDoubted(text, held) && !CUES.later.test(textAfter(text, held.at + held.words.length))) return held
  return { confidence: 'guess', ask: held.ask ?? `Is “${held.words.trim()}” the right amount?` }
}

/** The earlier dosage applies first: `50 mg for 7 days, increasing to 100 mg`. */
const FOR_A_WHILE = /\bfor (?:the first |about )?(?:an?|\d+) (?:days?|nights?|weeks?|fortnights?|months?)\b/i

/** Returns other dosages of its kind that were not taken back. */
function measuredRivals(text: string, held: SaidDosage, dosages: readonly SaidDosage[]): readonly Read<unknown>[] {
  const kin = dosages.filter((other) => sameKind(other, held))
  const weighing = weighed(text, kin, (a, b) => inSmallest(a.value) === inSmallest(b.value))
  const earlier = kin.filter(
    ({ at, words, value }) =>
      at < held.at &&
      value !== held.value &&
      FOR_A_WHILE.test(text.slice(at + words.length, held.at)) &&
      correctionsIn(text).every((mark) => mark < at || mark > held.at),
  )
  return weighing?.value === held ? [...earlier, ...weighing.rivals] : earlier
}

const IN_MCG: Record<string, number> = { mg: 1000, g: 1_000_000 }

/** `1 g` is `1000 mg`. */
function inSmallest(value: string): string {
  const [amount = '', unit = ''] = value.split(' ')
  const factor = IN_MCG[unit]
  return factor === undefined ? value : `${Number(amount) * factor} mcg`
}

/** A number that competes with another one: `200 maybe 300 mg`. */
const DOUBTED_NUMBER = /\b(?:it['’]?s|maybe|or) (?<number>\d{1,5}(?:\.\d{1,3})?) (?:or|maybe|i think)\b/giu

/**
 * Returns numbers without a unit that give another amount for another time. Times of day, dates and counts of tablets
 * of a strength are left out.
 */
function bareRivals(text: string, held: SaidDosage, dosages: readonly SaidDosage[]): readonly Read<unknown>[] {
  const plain = dosages.reduce<string>(without, text)
  // A time that may be an amount is asked about; units are seldom the same all day.
  const times = timesIn(plain, 'as-said').filter(({ isLoose }) => !isLoose || !VARIES.test(held.value))
  const bare = times.reduce<string>(without, plain)
  const numbers = [...matchesIn(bare, CUES.bareRival), ...matchesIn(bare, DOUBTED_NUMBER)]
    .map(({ index, groups: { number = '' } = {} }) => ({
      value: /^half/i.test(number) ? '0.5' : number,
      words: number,
      at: bare.indexOf(number, index),
    }))
    .filter(({ at }) => at !== held.at && !isDenied(text, at))
  // "One in the morning and two at night" are counts of that strength.
  const counts = numbers.filter(({ value }) => Number(value) <= MOST_TABLETS)
  const measured = MASS.test(held.value) ? dosages.filter(({ value }) => COUNT.test(value)) : []
  const all = [...counts, ...(counts.length > 0 ? measured : [])].map(({ value }) => Number.parseFloat(value))
  const isUneven = new Set(all).size > 1
  const count = bareCountOf(text, held)
  return isUneven
    ? counts
    : numbers.filter(({ value, at }) => at !== count?.at && mayCompete(Number(value), held.value))
}

/** What is measured anew for each meal. */
const VARIES = / (?:units?|ml)$/

/** The most tablets of a strength at one time. */
const MOST_TABLETS = 4
/** Doses of one medication do not differ by more than this factor. */
const MOST_APART = 20

function mayCompete(number: number, value: string): boolean {
  const amount = Number(/^[\d.]+/.exec(value)?.[0] ?? 0)
  if (number === amount || number <= 0) return false
  if (number > amount * MOST_APART || number * MOST_APART < amount) return false
  if (!isStrength(value)) return number <= 2 * MOST_TABLETS
  // "500 mg 2 at night" is two tablets; "6 units with breakfast 4 with lunch" is another dose.
  return number > MOST_TABLETS || VARIES.test(value) || (number > 1 && amount < 10)
}

/** A number without its unit after a correction: `10 milligrams, no, sorry, 20`. */
const BARE =
  /(?:[,.;]? ?(?:\b(?:no|sorry|wait|actually|oops|scratch that|i mean|i meant|it['’]s|make (?:it|that)|rather|that is|it should be|should be|hang on|not that|correction|my mistake|or|oh)\b[,.;]? ?)*)(?<number>\d+(?:\.\d+)?)(?![\d.:]*\d| ?(?:times|am|pm|days?|weeks?|months?|hours?|o['’]?clock|in the|at night|[-–/%]))(?![\p{L}])/iuy
/** What the following correction is about, other than the amount. */
const OTHER_NUMBER = /\d|\b(?:once|twice|thrice|daily|hourly|weekly|half|quarter|noon|midday|midnight)\b/i

function bareAt(text: string, mark: number, held: SaidDosage): SaidDosage | null {
  if (OTHER_NUMBER.test(text.slice(held.at + held.words.length, mark))) return null
  BARE.lastIndex = mark
  const match = BARE.exec(text)
  const number = match?.groups?.number
  if (!match || number === undefined) return null
  const at = match.index + match[0].length - number.length
  // "no, 20 milligrams" is found as a separate dosage.
  if (new RegExp(`^[ -]?${UNIT}`, 'iu').test(text.slice(at + number.length, at + number.length + 20))) return null
  return inUnitOf(held, number, at)
}

/** Returns a number in the unit of the dosage that it replaces: a guess. */
function inUnitOf({ value }: SaidDosage, number: string, at: number): SaidDosage {
  const unit = value.replace(/^[\d.,-]+ ?/, '')
  const said = unitName(unit.replace(/(?<=.{3})s$/, ''), Number(number))
  return { value: `${number} ${said}`, words: number, at, confidence: 'guess', ask: null }
}
