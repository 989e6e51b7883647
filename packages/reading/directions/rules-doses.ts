import type { DoseKind, Findings } from './findings.ts'
import { unitOf } from './lexicon.ts'
import { type Found, type Line, rule } from './line.ts'
import type { Amount } from './numbers.ts'
import type { DoseUnit } from './values.ts'

/** The number in the packet. */
const QUANTITY = rule('quantity(?: =)? #(?: u:[a-z]+)?|# (?:u:[a-z]+ )?supplied')
/** `10 mg/kg/day` needs a weight. */
const BY_WEIGHT = rule('# m:[a-z]+ (?:/|every) kg(?: (?:/|every) (?:day|u:dose))?')
/** `125 mg/5 ml`, `50 mcg per spray`: a strength. */
const CONCENTRATION = rule('# m:[a-z]+ (?:/|every|in|=) (?:# )?[um]:[a-z]+')
/** `two 5 ml spoonfuls`. */
const SPOONFULS = rule('(?<n>#)(?: x)? (?<each>#) u:ml u:spoonful')
/** `2 x 500 mg tablets`, `one 500 mg tablet`. */
const OF_STRENGTH = rule('(?<n>#)(?: x| by)? # m:[a-z]+ (?:\\? ){0,2}(?<unit>u:[a-z]+)')
/** `TWO 2mg`: two of that strength. */
const OF_MASS = rule('(?<n>#) # m:(?:mg|mcg|g|mmol|meq)')
/** `1 tablet or 2 tablets`. */
const EITHER = rule('(?<n>#) (?<unit>[um]:[a-z]+) (?:to|or) (?<max>#) \\k<unit>')
const COUNTED = rule('(?<n>#)(?: (?:\\?|a)){0,2} (?<unit>u:[a-z]+)')
/** `tab 1 bd`, `gtt i OU`: the count comes after the unit, and what follows it has been read. */
const BEHIND = rule('(?<!# )(?<unit>u:[a-z]+) (?:[.=] )?(?<n>#)(?= _|$)')
const ARTICLE = rule('a (?:\\? )?(?<unit>u:[a-z]+)')
/** `500 mg tablets`: the number is a strength, and the dose is elsewhere. */
const FORM = rule('(?<n>#) (?<unit>m:[a-z]+) (?<form>u:[a-z]+)')
const MASS = rule('(?<n>#) (?<unit>m:[a-z]+)')
/** `take 2 at night`, `one daily`, `half after meals`: a number next to something that was read. */
const BARE = rule(
  [
    '(?<=^|v:[a-z]+ |_ |and |next |\\. |or )(?<n>#)(?= _| to be| be| v:| stat| \\.| and #| # time|$)',
    // After a name only if its use follows: `Panadol 2 when required`; `pain score 4` ends there.
    '(?<=\\? )(?<named>#)(?= _| to be)',
    '(?<=v:[a-z]+ )(?<taken>#)(?= \\?)',
  ].join('|'),
)

/** `1-0-1 tablets`, `Tab. 1-0-1` */
const PATTERN = rule('(?:(?<before>u:[a-z]+) (?:\\. )?)?(?<pattern>%)(?: (?<unit>u:[a-z]+))?')

/** A larger number after its unit is a strength or the content of the packet. */
const MOST_BEHIND = 4
/** A larger bare number is not a count of tablets. */
const MOST_BARE = 20

/** Reads doses: counts before masses, which may be strengths, and bare numbers last. */
export function readDoses(line: Line, findings: Findings): void {
  const add = (found: Found, amount: Amount | undefined, unit: DoseUnit | null, kind: DoseKind) => {
    if (amount === undefined || amount.value === 0 || amount.span !== undefined) return false
    return findings.doses.push({ found, amount, unit, kind })
  }
  line.take(QUANTITY, () => true)
  line.take(BY_WEIGHT, () => true)
  // `Prednisolone 5mg: 6 tabs od`: what is taken follows a colon.
  line.take(CONCENTRATION, (found) => !/:\s*\d+\s*[tc]a[bp]/i.test(found.words))
  line.take(SPOONFULS, (found) => {
    const [count, each] = [found.amount('n'), found.amount('each')]
    if (count === undefined || each === undefined) return false
    const times = (value: number): number => value * each.value
    const max = count.max === undefined ? {} : { max: times(count.max) }
    return add(found, { value: times(count.value), ...max }, 'ml', 'count')
  })
  line.take(EITHER, (found) => {
    const [low, high] = [found.amount('n'), found.amount('max')]
    if (low === undefined || high === undefined || high.value <= low.value) return false
    return add(found, { value: low.value, max: high.value }, unitOf(found.word('unit')), kindOf(found))
  })
  for (const counted of [OF_STRENGTH, COUNTED])
    line.take(counted, (found) => add(found, found.amount('n'), unitOf(found.word('unit')), 'count'))
  line.take(BEHIND, (found) => {
    const amount = found.amount('n')
    const isCount = amount !== undefined && (amount.max ?? amount.value) <= MOST_BEHIND
    return isCount && add(found, amount, unitOf(found.word('unit')), 'count')
  })
  line.take(OF_MASS, (found) => {
    const amount = found.amount('n')
    const isCount = amount !== undefined && amount.value > 0 && amount.value <= MOST_BARE && !amount.span
    return isCount && findings.doses.push({ found, amount, unit: null, kind: 'count', isGuess: true })
  })
  line.take(ARTICLE, (found) => add(found, { value: 1 }, unitOf(found.word('unit')), 'count'))
  line.take(FORM, (found) => {
    const unit = unitOf(found.word('form'))
    if (unit) findings.forms.push({ found, unit })
    return add(found, found.amount('n'), unitOf(found.word('unit')), 'strength')
  })
  line.take(MASS, (found) => add(found, found.amount('n'), unitOf(found.word('unit')), 'mass'))
  line.take(BARE, (found) => {
    // `apply 1 inch`: of something unknown.
    const taken = found.amount('taken')
    const amount = found.amount('n') ?? found.amount('named') ?? taken
    if (amount === undefined || amount.value > MOST_BARE || amount.value === 0 || amount.span !== undefined)
      return false
    return findings.doses.push({ found, amount, unit: null, kind: 'bare', isGuess: taken !== undefined })
  })
  line.take(PATTERN, (found) => {
    const doses = found.pattern('pattern')
    const unit = unitOf(found.word('unit') ?? found.word('before'))
    if (doses === undefined) return false
    if (unit) findings.forms.push({ found, unit })
    return findings.patterns.push({ found, doses })
  })
}

const kindOf = (found: Found): DoseKind => (found.word('unit')?.startsWith('m:') ? 'mass' : 'count')
