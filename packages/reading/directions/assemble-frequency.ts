import { countOf, setMoments } from './assemble-moments.ts'
import { type Collector, type Context, spanning } from './collect.ts'
import type { Findings, FrequencyFinding, MomentFinding, Span } from './findings.ts'
import type { Found } from './line.ts'

/** A wording that gives its number or its interval says more than `daily`. */
function chosenFrequency(findings: Findings): FrequencyFinding | undefined {
  const named = beforeTurn(findings).filter(({ isPlainDay }) => !isPlainDay)
  // Next to a plain wording a doubtful shorthand means something else: `1 drop OD bd` goes into the right eye.
  const certain = named.filter(({ found }) => found.doubt === undefined)
  const said = certain.length > 0 ? certain : named
  return (
    said.find(({ field, isUpTo }) => field !== 'timesPerDay' && !isUpTo) ??
    said.find(({ isUpTo }) => !isUpTo) ??
    said[0]
  )
}

/** If doses change over time, returns what applies at first: `daily for 5 days, then reduce by one every 3 days`. */
function beforeTurn(findings: Findings): readonly FrequencyFinding[] {
  const turn = turnOf(findings)
  const { frequencies } = findings
  const before = frequencies.filter(({ found }) => found.at < turn)
  return before.length > 0 ? before : frequencies
}

/**
 * `every night for 2 weeks, then twice a week`: returns the parts of the day that give the first frequency, when a
 * stated frequency gives only the later one.
 */
function momentsBefore(findings: Findings): readonly MomentFinding[] {
  const turn = turnOf(findings)
  const { frequencies, moments } = findings
  if (frequencies.length === 0 || frequencies.some(({ found }) => found.at < turn)) return []
  return moments.filter(({ found }) => found.at < turn)
}

const turnOf = ({ turns, changes }: Findings): number => Math.min(...[...turns, ...changes].map(({ at }) => at))

/** Sets how often and when. */
export function setFrequency(context: Context): void {
  const { findings, collector } = context
  if (findings.weekdays.length > 0 || findings.exceptions.length > 0) setWeekdays(context)
  if (collector.has('timesPerDay')) return
  const begun = momentsBefore(findings)
  const chosen = begun.length > 0 ? undefined : chosenFrequency(findings)
  const moments = begun.length > 0 ? begun : usedMoments(findings, chosen)
  if (chosen) setChosen(context, chosen, moments)
  // The night before a procedure does not recur.
  else if (findings.events.length === 0) setCounted(context, moments)
  // `at night as a single dose`: every night undivided, or on one night.
  const [single] = findings.single
  if (single && chosen === undefined && moments.length > 0 && findings.changes.length === 0)
    collector.ask('ambiguous', 'timesPerDay', single)
  setMoments(context, moments, chosen !== undefined && isDaily(chosen) && countOf(moments) !== chosen.value)
}

function setWeekdays({ findings, collector, text }: Context): void {
  const named = new Set(findings.weekdays.flatMap((one) => one.days))
  const excepted = findings.exceptions.flatMap(({ days }) => days ?? [])
  const founds = findings.weekdays.map(({ found }) => found)
  if (excepted.length === 0 && named.size === 0) return
  const days = EVERY_DAY.filter((day) => (named.size === 0 || named.has(day)) && !excepted.includes(day))
  // What is taken every other day or every week has its own days already.
  const isOfDays = findings.frequencies.every(({ field }) => field === 'timesPerDay' || field === 'everyHours')
  const [exception] = findings.exceptions
  if (excepted.length > 0 && (!isOfDays || days.length === 0)) return
  const found = exception && exceptionFound(exception, text)
  const from = found && founds.length === 0 ? found : spanning(text, founds)
  // `5 mg on Monday, 4 mg on Friday`: which dose belongs to which day is not stored.
  collector.set('weekdays', days, from, founds.length > 1 && collector.hasAsked('changing'))
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

/** Was read from the text itself, so it has no position in the line. */
function exceptionFound({ at, words }: Span, text: string): Found {
  const own = text.slice(at, at + words.length)
  return {
    index: 0,
    end: 0,
    confidence: 'sure',
    doubt: undefined,
    words: own,
    at,
    amount: () => undefined,
    clock: () => undefined,
    pattern: () => undefined,
    word: () => undefined,
    fact: (value, confidence = 'sure') => ({ value, words: own, at, confidence }),
  }
}

const isDaily = ({ field }: FrequencyFinding): boolean => field === 'timesPerDay'

/** Meals say when, not how often, if the text itself says how often. */
function usedMoments(findings: Findings, chosen: FrequencyFinding | undefined): MomentFinding[] {
  // `twice a day for a week, then 1 at night`: a moment with a separate dose belongs to what follows.
  const last = turnOf(findings)
  const isOther = findings.doses.some(({ found }) => found.at > last)
  const turn = chosen && chosen.found.at < last && isOther ? last : Infinity
  const moments = findings.moments.filter(({ found }) => found.at < turn)
  const own = moments.filter(({ isMeal }) => !isMeal)
  if (chosen === undefined)
    return own.some(({ part }) => part !== null) && moments.length > own.length ? withoutDoubles(moments) : moments
  if (isDaily(chosen) && moments.length !== chosen.value) return own
  return moments
}

/** `in the morning with breakfast` is one time. */
const withoutDoubles = (moments: readonly MomentFinding[]): MomentFinding[] =>
  moments.filter((moment) => !moment.isMeal || !moments.some((other) => !other.isMeal && other.part === moment.part))

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
    // Three meals and bedtime make four already.
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
    (other) => other !== chosen && !other.isPlainDay && !isCompatible(other, chosen) && !isLater(other, findings),
  )
  for (const other of others)
    if (other.isUpTo && isDaily(other)) {
      collector.set('maxPerDay', other.value, other.found)
      collector.set('maxUnit', 'dose', other.found)
    } else collector.ask('ambiguous', field, other.found)
}

/** What follows `then` is another phase, which is asked about as such. */
const isLater = ({ found }: FrequencyFinding, { changes }: Findings): boolean =>
  changes.some(({ index }) => index < found.index)

/** `twice daily, every 12 hours` says the same thing twice; so does `every other day, once a day`. */
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
    collector.set('timesPerDay', 3 + (moments.length === 0 ? 0 : countOf(moments)), spanning(text, founds), true)
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
  // `one now, then one after each meal` continues.
  const isMore = findings.changes.length + findings.turns.length + findings.events.length > 0
  if (single && !isMore && findings.needed.length === 0 && findings.weekdays.length === 0)
    collector.set('once', true, single)
}
