import { isMoreThanTaken, isNoCount } from '../words/units.ts'
import { type Context, spanning } from './collect.ts'
import type { DoseFinding, MomentFinding } from './findings.ts'
import type { Found } from './line.ts'
import { DAY_PARTS, type DayPart, type DoseUnit, type PartDose } from './values.ts'

const PATTERNS: Record<number, readonly DayPart[]> = {
  3: ['morning', 'noon', 'night'],
  4: ['morning', 'noon', 'evening', 'night'],
}

/** Sets how much: one dose, or doses for parts of the day. */
export function setDoses(context: Context): void {
  const { findings, collector } = context
  const [pattern] = findings.patterns
  if (pattern) {
    const parts = (PATTERNS[pattern.doses.length] ?? []).flatMap((when, index) => {
      const dose = pattern.doses[index] ?? 0
      return dose > 0 ? [{ when, dose }] : []
    })
    setPartDoses(context, parts, pattern.found)
    collector.set(
      'when',
      parts.map(({ when }) => when),
      pattern.found,
    )
    collector.set('timesPerDay', parts.length, pattern.found)
    setUnit(
      context,
      findings.doses.filter(({ kind }) => kind === 'count'),
    )
    return
  }
  const doses = mainDoses(findings.doses, context.text)
  const [first] = doses
  if (first === undefined) return
  const whole = spanning(
    context.text,
    doses.map(({ found }) => found),
  )
  // The unit is asked about where its shorthand is the danger (`10 U`), the number elsewhere (`.5 ml`).
  if (first.found.doubt !== undefined && first.amount.doubt === undefined) setUnit(context, doses)
  const parts = linked(doses, findings.moments)
  if (isSame(doses) || parts === null || parts === 'changing') {
    collector.set('dose', first.amount.value, first.found, first.isGuess)
    if (first.amount.max !== undefined) collector.set('doseMax', first.amount.max, first.found)
    if (!isSame(doses)) collector.ask('changing', 'dose', whole)
  } else setPartDoses(context, parts, whole)
  setUnit(context, doses)
  const many = doses.find(
    ({ unit, amount }) =>
      unit !== null && (isMoreThanTaken(unit, amount.max ?? amount.value) || isNoCount(unit, amount.value)),
  )
  if (many) collector.ask('ambiguous', 'dose', many.found)
}

function setUnit({ findings, collector }: Context, doses: readonly DoseFinding[]): void {
  const source = doses.find(({ unit }) => unit !== null)
  const [form] = findings.forms
  if (source?.unit) collector.set('unit', source.unit, source.found)
  else if (form) collector.set('unit', form.unit, form.found)
}

function setPartDoses({ collector }: Context, parts: PartDose[], found: Found): void {
  const doses = new Set(parts.map(({ dose }) => dose))
  const [only] = doses
  if (doses.size === 1 && only !== undefined) collector.set('dose', only, found)
  else collector.set('partDoses', parts, found)
}

/** Forms that are dispensed in packets: a large number next to a smaller dose is the content of the packet. */
const FORMS = new Set<DoseUnit>(['tablet', 'capsule', 'caplet', 'pill', 'sachet', 'patch', 'suppository'])
const MOST_OF_FORM = 12

/**
 * Returns counts if there are any, with bare numbers; else masses, unless a bare number right after one shows that it
 * is a strength: `500 mg 1 tds`.
 */
function mainDoses(found: readonly DoseFinding[], text: string): DoseFinding[] {
  const few = found.filter(({ unit, amount }) => !(unit !== null && FORMS.has(unit) && amount.value > MOST_OF_FORM))
  const doses = few.length > 0 ? few : found
  const bare = doses.filter(({ kind }) => kind === 'bare')
  for (const kind of ['count', 'mass'] as const) {
    const [first] = doses.filter((dose) => dose.kind === kind)
    if (first === undefined) continue
    if (kind === 'mass' && bare[0] && isCountBehind(bare[0], first, text)) return bare
    return doses.filter((dose) => (dose.kind === kind && dose.unit === first.unit) || dose.kind === 'bare')
  }
  return bare.length > 0 ? bare : doses.slice(0, 1)
}

/** Right after a strength, with no comma between; units of insulin are themselves a dose. */
function isCountBehind(bare: DoseFinding, mass: DoseFinding, text: string): boolean {
  if (mass.unit === 'unit' || bare.found.index !== mass.found.end + 1) return false
  return !text.slice(mass.found.at + mass.found.words.length, bare.found.at).includes(',')
}

const isSame = (doses: readonly DoseFinding[]): boolean =>
  doses.every(({ amount }) => amount.value === doses[0]?.amount.value && amount.max === doses[0]?.amount.max)

/**
 * Returns which dose belongs to which part of the day: `1 in the morning and 2 at night`, `mane 1, nocte 2`. Null when
 * there is only one dose, `changing` when the doses belong to something else.
 */
function linked(doses: readonly DoseFinding[], moments: readonly MomentFinding[]): PartDose[] | 'changing' | null {
  if (doses.length < 2) return null
  const isBefore = (moments[0]?.found.index ?? Infinity) < (doses[0]?.found.index ?? 0)
  const taken = new Set<DayPart>()
  const parts: PartDose[] = []
  for (const [index, dose] of doses.entries()) {
    const from = isBefore ? (doses[index - 1]?.found.index ?? -1) : dose.found.index
    const to = isBefore ? dose.found.index : (doses[index + 1]?.found.index ?? Infinity)
    const own = moments.filter(({ found }) => found.index >= from && found.index < to)
    if (own.length === 0 || dose.amount.max !== undefined) return 'changing'
    for (const { part } of own) {
      if (part === null || taken.has(part)) return 'changing'
      taken.add(part)
      parts.push({ when: part, dose: dose.amount.value })
    }
  }
  return parts.sort((a, b) => DAY_PARTS.indexOf(a.when) - DAY_PARTS.indexOf(b.when))
}
