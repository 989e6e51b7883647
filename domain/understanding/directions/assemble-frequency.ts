import { countOf, setMoments } from './assemble-moments.ts'
import { type Collector, type Context, spanning } from './collect.ts'
import type { Findings, FrequencyFinding, MomentFinding } from './findings.ts'

/** A wording that names its number or its interval says more than `daily`. */
function chosenFrequency(findings: Findings): FrequencyFinding | undefined {
  const named = findings.frequencies.filter(({ isPlainDay }) => !isPlainDay)
  // Beside a plain wording a doubtful shorthand is something else: `1 drop OD bd` goes into the right eye.
  const certain = named.filter(({ found }) => found.doubt === undefined)
  const said = certain.length > 0 ? certain : named
  return (
    said.find(({ field, isUpTo }) => field !== 'timesPerDay' && !isUpTo) ??
    said.find(({ isUpTo }) => !isUpTo) ??
    said[0]
  )
}

/** How often and when. */
export function setFrequency(context: Context): void {
  const { findings, collector } = context
  if (findings.weekdays.length > 0) setWeekdays(context)
  if (collector.has('timesPerDay')) return
  const chosen = chosenFrequency(findings)
  const moments = usedMoments(findings, chosen)
  if (chosen) setChosen(context, chosen, moments)
  else setCounted(context, moments)
  setMoments(context, moments, chosen !== undefined && isDaily(chosen) && countOf(moments) !== chosen.value)
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
    (other) =>
      other !== chosen && !other.isPlainDay && !isCompatible(other, chosen) && !isLater(other, findings),
  )
  for (const other of others)
    if (other.isUpTo && isDaily(other)) {
      collector.set('maxPerDay', other.value, other.found)
      collector.set('maxUnit', 'dose', other.found)
    } else collector.ask('ambiguous', field, other.found)
}

/** What follows `then` is another phase, which is asked as such. */
const isLater = ({ found }: FrequencyFinding, { changes }: Findings): boolean =>
  changes.some(({ index }) => index < found.index)

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
    collector.set(
      'timesPerDay',
      3 + (moments.length === 0 ? 0 : countOf(moments)),
      spanning(text, founds),
      true,
    )
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
