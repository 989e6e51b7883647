import type { SaidDate } from '../../dates-and-times/said-date.ts'
import { patternOf } from '../../patterns.ts'
import vocabulary from '../../vocabulary/events.json' with { type: 'json' }
import { matchesIn, textBefore } from '../../words/near.ts'
import { type Read, withoutAll } from '../../words/read.ts'
import { EVENTS, PRINT } from '../cues.ts'
import { type Aside, asideOf, type Event, isIn } from '../events/other-events.ts'
import { phonesIn } from '../phones.ts'
import { openingHours } from './opening-hours.ts'
import { type Print, type Statement, statementAt } from './statements.ts'

/**
 * Returns the parts of a card or letter that are about something other than the appointment: its own date, the
 * recipient, opening hours, a past row of a table, an appointment that another one replaces.
 * @param dates all dates and @param times all times in the text
 */
export const otherMatters = (print: Print, dates: readonly SaidDate[], times: readonly Read<unknown>[]): Aside[] => [
  ...print.statements.flatMap((statement) => mattersOf(print, statement)),
  ...afterPhones(print, [...dates, ...times]),
  ...rowsOver(print, dates),
  ...openingHours(print, times),
  ...headDates(print, dates, times),
  ...ownTimes(print, dates, times),
  ...countedDates(print.text, dates),
  ...changedFrom(print, dates),
]

/** What makes a statement be about something else: from those words on, in the part before them, or as a whole. */
const MATTERS = vocabulary.printed.map(({ of, reach, opens, closes }) => ({
  of: of as Event,
  reach,
  words: patternOf({ ...opens, each: true }, vocabulary.words),
  until: closes && patternOf({ ...closes, each: true }, vocabulary.words),
}))

/** Returns the parts of a statement that are about something other than the appointment, by its field and its words. */
function mattersOf(print: Print, statement: Statement): Aside[] {
  const { from, to, label, valueFrom, text } = statement
  if (EVENTS.replacedField.test(label)) return [asideOf('cancelled', valueFrom, fieldEnd(print, statement))]
  if (EVENTS.otherField.test(label)) return [asideOf('past', valueFrom, fieldEnd(print, statement))]
  if (EVENTS.earlyField.test(label)) return [asideOf('way', valueFrom, to)]
  return MATTERS.flatMap(({ words, reach, until, of }) =>
    matchesIn(text, words).map(({ 0: said, index }): Aside => {
      if (reach === 'whole') return asideOf(of, from, to)
      if (reach === 'before') return asideOf(EVENTS.ofRest.test(text) ? 'way' : of, from, from + index)
      return asideOf(of, from + index, from + endOf(text, index + said.length, until))
    }),
  )
}

/** Returns where the value of a field ends: with its line, or where the next field begins. */
function fieldEnd({ statements, lines }: Print, { from, to }: Statement): number {
  const line = lines.find((one) => from < one.to)
  const next = statements.find((other) => other.from >= to && other.label !== '')
  return Math.max(to, Math.min(line?.to ?? to, next?.from ?? Number.POSITIVE_INFINITY))
}

function endOf(text: string, from: number, until: RegExp | undefined): number {
  const [closed] = until ? matchesIn(text.slice(from), until) : []
  return closed ? from + closed.index : text.length
}

/** `From: 2 December`, `To: 8 December`: the fields of a change. */
function changedFrom({ statements }: Print, dates: readonly SaidDate[]): Aside[] {
  const withDate = statements.filter((statement) => dates.some(isIn(statement)))
  const from = withDate.find(({ label }) => label === 'from')
  const isChange = withDate.some(({ label }) => label === 'to')
  return from && isChange ? [asideOf('cancelled', from.valueFrom, from.to)] : []
}

/**
 * Where a letter writes out a date, what it counts from today is about something else: `Results within 2 weeks`. A date
 * without a year may be a year old: that of a message.
 */
function countedDates(text: string, dates: readonly SaidDate[]): Aside[] {
  const written = dates.filter(({ form }) => form === 'written')
  const hasSure = written.some(({ isSure }) => isSure)
  return dates.flatMap(({ at, words, form, isSure }) => {
    const end = at + words.length
    if (form === 'written') return hasSure && !isSure ? [asideOf('way', at, end)] : []
    const said = `${textBefore(text, at)}${words}`.slice(-40)
    if (/\b(?:within|every|up to|at least|for|after)\b/i.test(said)) return [asideOf('past', at, end)]
    return written.length > 0 ? [asideOf('way', at, end)] : []
  })
}

/** Times after a telephone number say when calls are answered. */
const afterPhones = (print: Print, said: readonly Read<unknown>[]): Aside[] =>
  phonesIn(withoutAll(print.text, said)).flatMap(({ at, words }) => {
    const statement = statementAt(print, at)
    return statement ? [asideOf('past', at + words.length, statement.to)] : []
  })

const rowsOver = ({ text, lines }: Print, dates: readonly SaidDate[]): Aside[] =>
  lines.flatMap((line) => {
    const words = text.slice(line.from, line.to)
    const isOver = EVENTS.row.test(words) && EVENTS.rowOver.test(words) && dates.some(isIn(line))
    return isOver ? [asideOf('cancelled', line.from, line.to)] : []
  })

/** A date alone above the salutation, with no time next to it, is the date of the letter. */
function headDates(print: Print, dates: readonly SaidDate[], times: readonly Read<unknown>[]): Aside[] {
  const salutation = print.statements.find(({ text }) => PRINT.salutation.test(text))
  const above = dates.filter(({ at }) => at < (salutation?.from ?? 0))
  return above.flatMap(({ at, words }) => {
    const statement = statementAt(print, at)
    const isAlone = statement && (EVENTS.numbersAlone.test(statement.text) || statement.label === 'date')
    const hasTime = times.some((time) => Math.abs(time.at - at) < words.length + 20)
    return isAlone && !hasTime ? [asideOf('past', statement.from, statement.to)] : []
  })
}

const MESSAGE_HEAD = /^\W{0,3}(?:today|yesterday),? (?:at )?[\d:. ]{1,20}(?:[ap]m)?\W*$/i
/** The head of a message is among this many first statements. */
const HEAD_STATEMENTS = 3

/** The head of a message on a screen: when it arrived, and the current time. */
function ownTimes({ statements }: Print, dates: readonly SaidDate[], times: readonly Read<unknown>[]): Aside[] {
  const hasMore = (end: number): boolean => [dates, times].every((said) => said.some(({ at }) => at >= end))
  const head = statements.slice(0, HEAD_STATEMENTS).find(({ text }) => MESSAGE_HEAD.test(text))
  if (head) return hasMore(head.to) ? [asideOf('past', head.from, head.to)] : []
  const end = statements.find(({ text }) => !EVENTS.numbersAlone.test(text))?.from ?? 0
  const said = dates.filter(({ at }) => at < end)
  const [time, ...others] = times.filter(({ at }) => at < end)
  if (!time || others.length > 0 || !hasMore(end)) return []
  const isClock = time.at < (statements[0]?.to ?? 0) && (said[0]?.at ?? end) > time.at
  return isClock || said.every(({ form }) => form !== 'written') ? [asideOf('past', 0, end)] : []
}
