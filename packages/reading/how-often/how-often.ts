import { assemble } from '../directions/assemble.ts'
import type { Frequency } from '../directions/frequency.ts'
import { findingsIn } from '../directions/read-directions.ts'
import type { Directions } from '../directions/values.ts'
import { isDenied } from '../words/corrections.ts'
import { matchesIn } from '../words/near.ts'
import { type AskAbout, type Fact, type Read, without } from '../words/read.ts'
import { type Condition, complaintIn, conditionsIn, otherDosesIn } from './as-needed.ts'
import { DAILY, isEveryDay, leastOf } from './counts.ts'
import { CUES } from './cues.ts'
import { type Said, saidIn, weeksOf } from './said-often.ts'
import { type Unsettled, unsettledIn } from './unsettled.ts'

/** What a text says about how often: as one value for the field, and separately how often a day and on which days. */
export interface HowOften {
  /** The text for the field. */
  frequency: Fact<Frequency> | null
  /** On which days: the basis of the schedule. */
  days: Fact<Frequency> | null
  /** How often on such a day, where stated. */
  perDay: Fact<Frequency> | null
  /** Why it is taken only when needed. */
  needed: Condition | null
  /** `just one dose`. */
  single: Read<unknown> | null
  asks: AskAbout[]
  /** The text without weekdays and other wording of days, so that no date and no time is read from it. */
  rest: string
  directions: Directions
}

/**
 * Reads how often a medication is taken. How often a day and on which days are two facts and are combined:
 * `twice a day on Mondays and Thursdays`, `every day except Thursday`, `once a week on Saturday`. What is not
 * understood for sure is a guess, and asked about.
 * @param text plain (`plainText`)
 */
export function readHowOften(text: string): HowOften {
  const unsettled = unsettledIn(text)
  const otherDoses = otherDosesIn(unsettled.rest)
  const conditions = conditionsIn(unsettled.rest).filter(
    (each) => !isDenied(unsettled.rest, each.at) && !otherDoses.some(({ at }) => at === each.at),
  )
  const plain = conditions.reduce(without, unsettled.rest)
  const findings = findingsIn(plain, true)
  const directions = assemble(plain, findings)
  const said = saidIn(plain, findings, directions)
  const asks = [...said.asks]
  const needed = conditions.find(({ confidence }) => confidence === 'sure') ?? conditions[0] ?? null
  const butOn = daysButOn(plain, said)
  const allDays = onSomeDays(withoutExcepted(said, unsettled, asks), unsettled, asks)
  const frequency = frequencyOf(said, allDays)
  const days = allDays && { ...allDays, confidence: frequency?.confidence ?? allDays.confidence }
  const answer = {
    frequency,
    days,
    perDay: said.perDay,
    needed,
    single: singleIn(plain, said),
    asks,
    rest: said.recurring.reduce(without, unsettled.rest),
    directions,
  }
  const isOfDays = unsettled.exceptDays.length > 0 || said.weekDays !== null
  const held = unsure(conditional(opened(answer, unsettled, plain), isOfDays), unsettled.unclear, EXCEPTED)
  return unsure(held, [...otherDoses, ...butOn], '“…”: how much is taken on which days?')
}

/** Returns on which days, before exceptions. */
function daysSaid({ perDay, spacing, weekDays, daily, parts }: Said, asks: AskAbout[]): Fact<Frequency> | null {
  if (weekDays === null) {
    const everyDay = perDay ?? daily ?? parts
    return spacing ?? (everyDay && { ...everyDay, value: isUnsaidOnce(everyDay.value) ? everyDay.value : DAILY })
  }
  const value: Frequency = { kind: 'weekdays', ...weekDays.value }
  if (spacing === null) return { ...weekDays, value }
  const weeks = weeksOf(spacing.value)
  const confidence = leastOf([weekDays, spacing])
  if (weeks === null) {
    asks.push({ text: '“…” and “…”: on which days is it taken?', about: [spacing, weekDays] })
    return { ...spacing, confidence: 'guess' }
  }
  const isCounted = spacing.value.kind !== 'times' || spacing.value.count === value.days.length
  if (!isCounted) asks.push({ text: 'On which days of the week?', about: [] })
  return {
    ...weekDays,
    value: { ...value, weeks: Math.max(weeks, value.weeks) },
    confidence: isCounted ? confidence : 'guess',
  }
}

const isUnsaidOnce = (value: Frequency): boolean => value.kind === 'times' && value.per === 'unsaid' && value.most === 1

function withoutExcepted(said: Said, { exceptDays }: Unsettled, asks: AskAbout[]): Fact<Frequency> | null {
  const days = daysSaid(said, asks)
  const [except] = exceptDays
  if (!except) return days
  const excepted = exceptDays.flatMap(({ value }) => value)
  const isAll = days === null || isEveryDay(days.value) || isUnsaidOnce(days.value)
  const base = isAll ? [1, 2, 3, 4, 5, 6, 7] : days.value.kind === 'weekdays' ? days.value.days : []
  const left = base.filter((day) => !excepted.includes(day))
  if (left.length === 0) {
    asks.push({ text: EXCEPTED, about: [except] })
    return days && { ...days, confidence: 'guess' }
  }
  if (days === null) asks.push({ text: '“…”: is it taken on all other days?', about: [except] })
  const weeks = days?.value.kind === 'weekdays' ? days.value.weeks : 1
  return {
    ...(days ?? except),
    value: { kind: 'weekdays', days: left, weeks },
    confidence: days?.confidence ?? 'guess',
  }
}

const EXCEPTED = '“…”: on which days is it not taken?'

const SCHOOL = /\bschool (?:days|mornings)$/i

/**
 * Named days are not every day; where another amount is taken on the other days, the named days are not all.
 */
function onSomeDays(
  days: Fact<Frequency> | null,
  { someDays, otherDays }: Unsettled,
  asks: AskAbout[],
): Fact<Frequency> | null {
  const [other] = otherDays
  if (other && days?.value.kind === 'weekdays') {
    asks.push({ text: '“…” and “…”: is it the same amount on all these days?', about: [days, other] })
    return { ...days, value: DAILY, confidence: 'guess' }
  }
  const [some] = someDays
  if (!some) return days
  if (SCHOOL.test(some.words)) {
    asks.push({ text: '“…”: is that Monday to Friday?', about: [some] })
    return { ...some, value: { kind: 'weekdays', days: [1, 2, 3, 4, 5], weeks: 1 }, confidence: 'guess' }
  }
  asks.push({ text: '“…”: on which days is it taken?', about: [some] })
  return { ...some, value: { kind: 'open', words: some.value }, confidence: 'guess' }
}

/** `every day but on Sundays 3 mg`: the named days are not all. */
function daysButOn(text: string, { daily, weekDays }: Said): Read<unknown>[] {
  if (daily === null || weekDays === null || weekDays.at < daily.at) return []
  return /\bbut\b/i.test(text.slice(daily.at + daily.words.length, weekDays.at)) ? [weekDays] : []
}

/** Returns one value for the field: how often a day, unless that is once; then the days. */
function frequencyOf({ perDay, spacing, daily, parts }: Said, days: Fact<Frequency> | null): Fact<Frequency> | null {
  const confidence = leastOf([perDay, spacing, daily, parts, days].filter((fact) => fact !== null))
  const pick = (fact: Fact<Frequency>): Fact<Frequency> => ({ ...fact, confidence })
  const isOften = perDay !== null && !(perDay.value.kind === 'times' && perDay.value.most === 1)
  if (isOften && perDay.value.kind !== 'parts') return pick(perDay)
  if (spacing) return pick(spacing)
  if (days?.value.kind === 'weekdays' && (days.value.days.length < 7 || days.value.weeks > 1)) return pick(days)
  const several = parts && parts.value.parts.length > 1 ? parts : null
  const answer = several ?? perDay ?? daily ?? parts ?? days
  return answer && pick(answer)
}

function singleIn(text: string, { perDay, spacing, weekDays, daily, parts }: Said): Read<unknown> | null {
  const isRepeated = (perDay && !isUnsaidOnce(perDay.value)) ?? spacing ?? weekDays ?? daily ?? parts
  const [match] = isRepeated ? [] : matchesIn(text, CUES.single)
  return match ? { value: true, words: match[0], at: match.index } : null
}

const ONCE: Frequency = { kind: 'times', count: 1, most: 1, per: 'unsaid' }

/** Adds wording that leaves the frequency open, if nothing else says how often. */
function opened(answer: HowOften, { limits, vague }: Unsettled, text: string): HowOften {
  const { frequency, needed, single, asks } = answer
  if (single) {
    const fact: Fact<Frequency> = { ...single, value: ONCE, confidence: 'sure' }
    return { ...answer, frequency: fact, days: fact }
  }
  const [open] = vague
  if (open) {
    asks.push({ text: '“…” leaves open how often. How often is it taken?', about: [open] })
    const fact: Fact<Frequency> = { ...open, value: { kind: 'open', words: open.value }, confidence: 'guess' }
    const isOfOneDay = /\b(?:a|per|each|in a) day$|daily$|hours$/i.test(open.value)
    if (frequency === null) return { ...answer, frequency: fact, days: isOfOneDay ? { ...fact, value: DAILY } : fact }
    return guessed(answer)
  }
  if (frequency || needed?.value === 'needed') return answer
  const [limit] = limits
  if (!limit) return { ...answer, needed: needed ?? complaintIn(text) }
  asks.push({ text: '“…” is the most. How often is it taken: only when needed?', about: [limit] })
  const count = limit.value ?? 0
  const times: Frequency = { kind: 'times', count, most: count, per: 'day' }
  const isOfDay = count > 0 && /(?:day|daily|24 hours)$/i.test(limit.words)
  return {
    ...answer,
    frequency: isOfDay ? { ...limit, value: times, confidence: 'guess' } : null,
    needed: needed ?? { ...limit, value: 'clause', confidence: 'guess' },
  }
}

/** Something taken only when needed is not taken daily. */
function conditional(answer: HowOften, isOfDays: boolean): HowOften {
  const { frequency, needed, asks } = answer
  if (needed === null) return answer
  const isPlain = frequency === null || isEveryDay(frequency.value) || isOnce(frequency.value)
  // Next to weekdays, "when" may say what is done on them.
  const isBoth = needed.value === 'clause' && frequency !== null && (isPlain || isOfDays)
  const confidence = isBoth ? 'guess' : needed.confidence
  const isAsked = asks.some(({ about }) => about.some(({ at }) => at === needed.at))
  if (confidence === 'guess' && !isAsked) asks.push({ text: '“…”: is it taken only then?', about: [needed] })
  const held: Condition = { ...needed, confidence }
  const value: Frequency = { kind: 'as-needed' }
  return {
    ...answer,
    needed: held,
    frequency: isPlain ? { ...held, value } : { ...frequency, confidence: leastOf([frequency, held]) },
  }
}

const isOnce = (value: Frequency): boolean =>
  value.kind === 'times' && value.most === 1 && (value.per === 'day' || value.per === 'unsaid')

/** Words that are not understood leave everything open. */
function unsure(answer: HowOften, unclear: readonly Read<unknown>[], ask: string): HowOften {
  const [first] = unclear
  if (!first) return answer
  answer.asks.push({ text: ask, about: [first] })
  return guessed(answer)
}

const guessed = (answer: HowOften): HowOften => ({
  ...answer,
  frequency: answer.frequency && { ...answer.frequency, confidence: 'guess' },
  days: answer.days && { ...answer.days, confidence: 'guess' },
})
