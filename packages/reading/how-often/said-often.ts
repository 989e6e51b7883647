import type { Findings } from '../directions/findings.ts'
import type { Frequency, WeekDays } from '../directions/frequency.ts'
import type { Directions } from '../directions/values.ts'
import { directedFrequency } from '../medicines/directed.ts'
import { correctionsIn, type Weighed, weighed } from '../words/corrections.ts'
import { hasSequel } from '../words/doubts.ts'
import type { AskAbout, Fact, Read } from '../words/read.ts'
import { isEveryDay, oftenIn, type SaidOften } from './counts.ts'
import { isOnlyCorrection, partsIn } from './day-parts.ts'
import { heldDays, isOneDayAt, type SaidDays, weekDaysIn } from './week-days.ts'

/** What a text says about how often, each kind separately. */
export interface Said {
  perDay: Fact<Frequency> | null
  /** Every given number of days, or a number of times a week. */
  spacing: Fact<Frequency> | null
  weekDays: Fact<WeekDays> | null
  daily: Fact<Frequency> | null
  parts: Fact<Extract<Frequency, { kind: 'parts' }>> | null
  /** Weekdays that recur. */
  recurring: readonly Read<unknown>[]
  asks: AskAbout[]
}

const isOfDay = ({ value }: Read<Frequency>): boolean =>
  (value.kind === 'times' && /day|unsaid|hour/.test(value.per)) ||
  (value.kind === 'every' && value.unit === 'hour' && value.most <= 24)

/** Reads it from a text without the parts that `unsettledIn` and `conditionsIn` have read. */
export function saidIn(text: string, findings: Findings, directions: Directions): Said {
  const counts = oftenIn(text, findings)
  const parts = partsIn(text)
  const all = [...counts, ...weekDaysIn(text), ...(parts ? [parts] : [])].sort((a, b) => a.at - b.at)
  const marks = correctionsIn(text)
  const standing = all.filter((each) => !isTakenBack(text, each, all, marks))
  const often = standing.filter((each): each is SaidOften => counts.includes(each as SaidOften))
  const asks: AskAbout[] = []
  const perDay = settled(text, often.filter(isOfDay), asks)
  const spacing = settled(
    text,
    often.filter((each) => !isOfDay(each) && !isEveryDay(each.value)),
    asks,
  )
  const daily = settled(
    text,
    often.filter(({ value }) => isEveryDay(value)),
    asks,
  )
  const named = standing.filter((each): each is SaidDays => 'comesAgain' in each)
  const isAmong = named.some(({ comesAgain }) => comesAgain)
  const recurring = named.filter((each) => each.comesAgain || isAmong || isOfWeek(text, each, spacing))
  const weekDays = settledDays(text, recurring, asks)
  const isParts = parts !== null && standing.includes(parts)
  if (isParts && parts.ask && perDay === null) asks.push({ text: parts.ask, about: [parts] })
  const known = {
    perDay,
    spacing,
    weekDays,
    daily,
    parts: isParts ? lasting(text, parts, asks) : null,
    recurring,
    asks,
  }
  if (perDay ?? spacing ?? weekDays ?? daily ?? known.parts) return known
  const directed = directedFrequency(text, directions)
  if (directed === null || (directed.value.kind === 'weekdays' && isOneDayAt(text, directed.at))) return known
  return isOfDay(directed) || directed.value.kind === 'parts'
    ? { ...known, perDay: directed }
    : directedDays(known, directed)
}

/** Days given separately (`8 am Monday and 9 am Tuesday`) may differ in more than the day. */
function directedDays(known: Said, directed: Fact<Frequency>): Said {
  const { value, words } = directed
  if (value.kind === 'weekdays') {
    const isApart = /\d/.test(words)
    const confidence = isApart ? 'guess' : directed.confidence
    return { ...known, weekDays: { ...directed, value, confidence }, recurring: isApart ? [] : [directed] }
  }
  return isEveryDay(value) ? { ...known, daily: directed } : { ...known, spacing: directed }
}

/** Returns whether a later value corrects it, of whatever kind: `every second day, no sorry, every day`. */
function isTakenBack(
  text: string,
  { at, words }: Read<unknown>,
  all: readonly Read<unknown>[],
  marks: readonly number[],
): boolean {
  const end = at + words.length
  const next = all.find((other) => other.at >= end)
  if (!next) return false
  const between = text.slice(end, next.at)
  if (/^,? (?:no|sorry)\b/i.test(between) && isOnlyCorrection(between)) return true
  return marks.some((mark) => mark >= end - 1 && mark < next.at && isOnlyCorrection(text.slice(mark, next.at)))
}

/** Returns the value that applies; a guess if another competes, if it is doubted, or if it applies only for a while. */
function settled(text: string, said: readonly SaidOften[], asks: AskAbout[]): Fact<Frequency> | null {
  const ordered = [...said].sort((a, b) => a.at - b.at)
  const held: Weighed<SaidOften> | null = weighed(text, ordered, isSameOften)
  if (held === null) return null
  const { value: fact, rivals, isSure } = held
  if (fact.ask) asks.push({ text: fact.ask, about: [fact] })
  const [rival] = rivals
  if (rival) asks.push({ text: '“…” or “…”: how often is it taken?', about: [fact, rival] })
  else if (!isSure) asks.push({ text: '“…”: is that how often it is taken?', about: [fact] })
  return lasting(text, { ...fact, confidence: isSure ? fact.confidence : 'guess' }, asks)
}

function lasting<Value>(text: string, fact: Fact<Value>, asks: AskAbout[]): Fact<Value> {
  if (!hasSequel(text, fact)) return fact
  if (!asks.some(({ text: ask }) => ask === FOR_A_WHILE)) asks.push({ text: FOR_A_WHILE, about: [fact] })
  return { ...fact, confidence: 'guess' }
}

const FOR_A_WHILE = '“…” is not the whole time. How often is it taken now?'

/** `twice` and `every 12 hours` are equally often. */
function isSameOften(a: SaidOften, b: SaidOften): boolean {
  const rate = ({ value }: SaidOften): number | string => {
    if (value.kind === 'times' && value.count === value.most) {
      if (value.per === 'day' || value.per === 'unsaid') return value.count
      return value.per === 'week' ? value.count / 7 : JSON.stringify(value)
    }
    if (value.kind !== 'every' || value.count !== value.most || value.unit === 'month') return JSON.stringify(value)
    return { hour: 24, day: 1, week: 1 / 7 }[value.unit] / value.count
  }
  return rate(a) === rate(b)
}

const NEAR = 40

/** Returns whether a single day belongs to "once a week": `once a week on Thursday`. */
function isOfWeek(text: string, day: SaidDays, spacing: Fact<Frequency> | null): boolean {
  if (spacing === null || weeksOf(spacing.value) === null) return false
  const [first, second] = day.at < spacing.at ? [day, spacing] : [spacing, day]
  const between = text.slice(first.at + first.words.length, second.at)
  if (between.length > NEAR || /[.;!?]/.test(between)) return false
  return /^on\b/i.test(day.words) || /^[ ,]*(?:(?:a|the|every|each|at|in|on) )?$/i.test(between)
}

/** Returns the number of weeks of a spacing; null where it counts otherwise. */
export function weeksOf(value: Frequency): number | null {
  if (value.kind === 'times') return value.per === 'week' ? 1 : null
  if (value.kind !== 'every' || value.count !== value.most) return null
  if (value.unit === 'week') return value.count
  return value.unit === 'day' && value.count % 7 === 0 ? value.count / 7 : null
}

function settledDays(text: string, said: readonly SaidDays[], asks: AskAbout[]): Fact<WeekDays> | null {
  const days = heldDays(text, said)
  if (days === null) return null
  const { held, apart } = days
  const [first, second] = apart
  if (first && second)
    asks.push({ text: '“…” and “…”: is it the same amount on all these days?', about: [first, second] })
  else if (held.confidence === 'guess') asks.push({ text: '“…”: every week?', about: [held] })
  return lasting(text, held, asks)
}
