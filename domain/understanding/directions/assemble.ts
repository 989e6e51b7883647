import type { LocalTime } from '../../lib/local-time.ts'
import { Collector, spanning } from './collect.ts'
import type { DoseFinding, Findings, FrequencyFinding, MomentFinding } from './findings.ts'
import type { Found } from './line.ts'
import { DAY_PARTS, type DayPart, type Directions, type PartDose } from './values.ts'

/** Puts together what the rules found. Where they disagree, the earlier one stays, as a guess that is asked. */
export function assemble(text: string, findings: Findings): Directions {
  const collector = new Collector()
  for (const list of Object.values(findings) as { index?: number; found?: Found }[][])
    list.sort((a, b) => (a.found ?? (a as Found)).index - (b.found ?? (b as Found)).index)
  const context = { text, findings, collector }
  setDoses(context)
  setFrequency(context)
  setRest(context)
  return collector.directions()
}

interface Context {
  text: string
  findings: Findings
  collector: Collector
}

const PATTERNS: Record<number, readonly DayPart[]> = {
  3: ['morning', 'noon', 'night'],
  4: ['morning', 'noon', 'evening', 'night'],
}

function setDoses(context: Context): void {
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
  const doses = mainDoses(findings.doses)
  const [first] = doses
  if (first === undefined) return
  const whole = spanning(
    context.text,
    doses.map(({ found }) => found),
  )
  // The unit is what is asked about where its shorthand is the danger (`10 U`), the number elsewhere (`.5 ml`).
  if (first.found.doubt !== undefined && first.amount.doubt === undefined) setUnit(context, doses)
  const parts = linked(doses, findings.moments)
  if (isSame(doses) || parts === null || parts === 'changing') {
    collector.set('dose', first.amount.value, first.found)
    if (first.amount.max !== undefined) collector.set('doseMax', first.amount.max, first.found)
    if (!isSame(doses)) collector.ask('changing', 'dose', whole)
  } else setPartDoses(context, parts, whole)
  setUnit(context, doses)
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

/**
 * Counts if there are any, with the numbers alone beside them; else masses, unless a number alone right behind one shows that it is a
 * strength: `500 mg 1 tds`.
 */
function mainDoses(doses: readonly DoseFinding[]): DoseFinding[] {
  const bare = doses.filter(({ kind }) => kind === 'bare')
  for (const kind of ['count', 'mass'] as const) {
    const [first] = doses.filter((dose) => dose.kind === kind)
    if (first === undefined) continue
    if (kind === 'mass' && bare[0]?.found.index === first.found.end + 1) return bare
    return doses.filter((dose) => (dose.kind === kind && dose.unit === first.unit) || dose.kind === 'bare')
  }
  return bare.length > 0 ? bare : doses.slice(0, 1)
}

const isSame = (doses: readonly DoseFinding[]): boolean =>
  doses.every(({ amount }) => amount.value === doses[0]?.amount.value && amount.max === doses[0]?.amount.max)

/**
 * Which dose belongs to which part of the day: `1 in the morning and 2 at night`, `mane 1, nocte 2`. Null when there is only one dose,
 * `changing` where the doses belong to something else.
 */
function linked(
  doses: readonly DoseFinding[],
  moments: readonly MomentFinding[],
): PartDose[] | 'changing' | null {
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

/** A wording that names its number or its interval says more than `daily`. */
function chosenFrequency(findings: Findings): FrequencyFinding | undefined {
  const said = findings.frequencies.filter(({ isPlainDay }) => !isPlainDay)
  return (
    said.find(({ field, isUpTo }) => field !== 'timesPerDay' && !isUpTo) ??
    said.find(({ isUpTo }) => !isUpTo) ??
    said[0]
  )
}

function setFrequency(context: Context): void {
  const { findings, collector } = context
  if (findings.weekdays.length > 0) setWeekdays(context)
  if (collector.has('timesPerDay')) return
  const chosen = chosenFrequency(findings)
  const moments = usedMoments(findings, chosen)
  if (chosen) setChosen(context, chosen, moments)
  else setCounted(context, moments)
  setMoments(context, moments)
}

function setWeekdays({ findings, collector, text }: Context): void {
  const days = [...new Set(findings.weekdays.flatMap((one) => one.days))].sort()
  collector.set(
    'weekdays',
    days,
    spanning(
      text,
      findings.weekdays.map(({ found }) => found),
    ),
  )
}

const isDaily = ({ field }: FrequencyFinding): boolean => field === 'timesPerDay'

/** Meals say when, not how often, where the text says how often itself. */
function usedMoments(findings: Findings, chosen: FrequencyFinding | undefined): MomentFinding[] {
  const { moments } = findings
  const own = moments.filter(({ isMeal }) => !isMeal)
  if (chosen === undefined)
    return own.some(({ part }) => part !== null) && moments.length > own.length
      ? withoutDoubles(moments)
      : moments
  if (isDaily(chosen) && moments.length !== chosen.value) return own
  return moments
}

/** `in the morning with breakfast` is one time. */
const withoutDoubles = (moments: readonly MomentFinding[]): MomentFinding[] =>
  moments.filter(
    (moment) => !moment.isMeal || !moments.some((other) => !other.isMeal && other.part === moment.part),
  )

function setChosen(
  { findings, collector }: Context,
  chosen: FrequencyFinding,
  moments: readonly MomentFinding[],
): void {
  const { found, field, isGuess = false } = chosen
  const count = countOf(moments)
  // `three times a day and at bedtime`: four times.
  const isOneMore =
    isDaily(chosen) &&
    chosen.value >= 2 &&
    // Three meals and bedtime are four already.
    (chosen.value < 4 || findings.everyMeal.length === 0) &&
    count === 1 &&
    moments[0]?.isAnd &&
    moments[0].found.index > found.index
  const value = chosen.value + (isOneMore ? 1 : 0)
  collector.set(field, value, found, isGuess || isOneMore)
  if (chosen.max !== undefined) collector.set(`${field}Max` as 'timesPerDayMax', chosen.max, found, isGuess)
  if (chosen.isUpTo) collector.set('upTo', true, found)
  const divided = findings.divided[0]
  if (divided) collector.ask('ambiguous', 'dose', divided)
  const others = findings.frequencies.filter(
    (other) => other !== chosen && !other.isPlainDay && !isCompatible(other, chosen),
  )
  for (const other of others)
    if (other.isUpTo && isDaily(other)) {
      collector.set('maxPerDay', other.value, other.found)
      collector.set('maxUnit', 'dose', other.found)
    } else collector.ask('ambiguous', field, other.found)
}

/** `twice daily, every 12 hours` says one thing twice; `every other day, once a day` as well. */
function isCompatible(other: FrequencyFinding, chosen: FrequencyFinding): boolean {
  if (other.isUpTo && !isDaily(chosen)) return false
  if (other.field === chosen.field) return other.value === chosen.value && other.max === chosen.max
  if (other.field === 'timesPerDay')
    return other.value === 1 || (chosen.field === 'everyHours' && other.value * chosen.value === 24)
  return false
}

function setCounted({ findings, collector, text }: Context, moments: readonly MomentFinding[]): void {
  const [plain] = findings.frequencies
  const [meals] = findings.everyMeal
  if (meals && plain === undefined) {
    const founds = [meals, ...moments.map(({ found }) => found)]
    collector.set('timesPerDay', 3 + countOf(moments), spanning(text, founds), true)
  } else if (moments.length > 0) {
    const found = spanning(
      text,
      moments.map((moment) => moment.found),
    )
    collector.set(
      'timesPerDay',
      countOf(moments),
      found,
      moments.some(({ isOr }) => isOr),
    )
  } else if (plain) collector.set('timesPerDay', plain.value, plain.found, plain.isGuess)
  else setSingle(findings, collector)
}

function setSingle(findings: Findings, collector: Collector): void {
  const [single] = findings.single
  if (single && findings.needed.length === 0 && findings.weekdays.length === 0)
    collector.set('once', true, single)
}

/** Different times; a clock time beside the part of the day it lies in is that part's. */
function countOf(moments: readonly MomentFinding[]): number {
  const parts = new Set(moments.flatMap(({ part }) => (part === null ? [] : [part])))
  const clocks = new Set(moments.flatMap(({ clock }) => (clock === null ? [] : [clock])))
  const joined = [...clocks].filter((clock) => [...parts].some((part) => isWithin(clock, part))).length
  const choices = moments.filter(({ isOr }) => isOr).length
  return Math.max(1, parts.size + clocks.size - Math.min(joined, parts.size) - choices)
}

const WITHIN: Record<DayPart, readonly [string, string]> = {
  morning: ['04:00', '11:59'],
  noon: ['11:00', '14:00'],
  afternoon: ['12:00', '17:59'],
  evening: ['16:00', '21:59'],
  night: ['18:00', '23:59'],
}

const isWithin = (clock: LocalTime, part: DayPart): boolean =>
  clock >= WITHIN[part][0] && clock <= WITHIN[part][1]

function setMoments({ collector, text }: Context, moments: readonly MomentFinding[]): void {
  if (moments.length === 0) return
  const choice = moments.find(({ isOr }) => isOr)
  if (choice) {
    collector.ask('ambiguous', 'when', choice.found)
    return
  }
  const named = moments.filter(({ part }) => part !== null)
  const timed = moments.filter(({ clock }) => clock !== null)
  if (named.length > 0) {
    const parts = new Set(named.map(({ part }) => part))
    const when = DAY_PARTS.filter((part) => parts.has(part))
    collector.set(
      'when',
      when,
      spanning(
        text,
        named.map(({ found }) => found),
      ),
      named.some(({ isMeal }) => isMeal),
    )
  }
  if (timed.length > 0) {
    const times = [...new Set(timed.flatMap(({ clock }) => clock ?? []))].sort()
    collector.set(
      'times',
      times,
      spanning(
        text,
        timed.map(({ found }) => found),
      ),
    )
  }
}

function setRest({ findings, collector }: Context): void {
  const [needed] = findings.needed
  if (needed) collector.set('asNeeded', true, needed)
  const [directed] = findings.directed
  if (directed) collector.set('asDirected', true, directed)
  const [food] = findings.foods
  if (food) {
    collector.set('withFood', food.food, food.found, food.isGuess)
    const other = findings.foods.find((one) => one.food !== food.food && one.food !== 'empty')
    if (other) collector.ask('ambiguous', 'withFood', other.found)
  }
  setRoute(findings, collector)
  const [duration] = findings.durations
  if (duration) {
    collector.set(
      'durationDays',
      duration.days,
      duration.found,
      duration.isGuess || findings.durations.length > 1,
    )
    if (duration.max !== undefined)
      collector.set('durationDaysMax', duration.max, duration.found, duration.isGuess)
  }
  const [limit] = findings.limits
  if (limit) {
    collector.set('maxPerDay', limit.value, limit.found, limit.isGuess)
    if (limit.unit) collector.set('maxUnit', limit.unit, limit.found, limit.isGuess)
  }
}

/** Puffs by mouth are inhaled; drops with `OD` beside a frequency go into the right eye. */
function setRoute(findings: Findings, collector: Collector): void {
  const [first, second] = findings.routes
  if (first === undefined) return
  const isInhaled = first.route === 'oral' && findings.routes.some(({ route }) => route === 'inhalation')
  const chosen = isInhaled ? (findings.routes.find(({ route }) => route === 'inhalation') ?? first) : first
  collector.set(
    'route',
    chosen.route,
    chosen.found,
    chosen.isGuess || (second !== undefined && second.route !== chosen.route && !isInhaled),
  )
}
