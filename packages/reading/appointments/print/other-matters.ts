import type { SaidDate } from '../../dates-and-times/said-date.ts'
import { textBefore } from '../../words/near.ts'
import { type Read, withoutAll } from '../../words/read.ts'
import { EVENTS, PRINT } from '../cues.ts'
import type { Aside } from '../events/other-events.ts'
import { phonesIn } from '../phones.ts'
import { openingHours } from './opening-hours.ts'
import { mattersOf } from './statement-matters.ts'
import { type Print, type Statement, statementAt } from './statements.ts'

/**
 * Returns the parts of a card or letter that are about something other than the appointment: its own date, the
 * recipient, opening hours, a past row of a table, an appointment that another one replaces.
 * @param dates all dates and @param times all times in the text
 */
export function otherMatters(print: Print, dates: readonly SaidDate[], times: readonly Read<unknown>[]): Aside[] {
  const salutation = print.statements.find(({ text }) => PRINT.salutation.test(text))
  return [
    ...print.statements.flatMap((statement) => mattersOf(print, statement)),
    ...afterPhones(print, [...dates, ...times]),
    ...rowsOver(print, dates),
    ...openingHours(print, times),
    ...headDates(print, dates, times, salutation),
    ...ownTimes(print, dates, times),
    ...countedDates(print.text, dates),
    ...changedFrom(print, dates),
  ]
}

/** `From: 2 December`, `To: 8 December`: the fields of a change. */
function changedFrom({ statements }: Print, dates: readonly SaidDate[]): Aside[] {
  const withDate = statements.filter(({ from, to }) => dates.some(({ at }) => at >= from && at < to))
  const from = withDate.find(({ label }) => label === 'from')
  const isChange = from !== undefined && withDate.some(({ label }) => label === 'to')
  return isChange ? [{ from: from.valueFrom, to: from.to, of: 'cancelled' }] : []
}

/**
 * Where a letter writes out a date, what it counts from today is about something else: `Results within 2 weeks`.
 */
function countedDates(text: string, dates: readonly SaidDate[]): Aside[] {
  const isWritten = dates.some(({ form }) => form === 'written')
  return dates.flatMap(({ at, words, form, isSure }) => {
    // Without a year it may be a year old: the date of a message.
    const isFar = form === 'written' && !isSure && dates.some((date) => date.form === 'written' && date.isSure)
    if (isFar) return [{ from: at, to: at + words.length, of: 'way' as const }]
    const isDeadline = /\b(?:within|every|up to|at least|for|after)\b/i.test(
      `${textBefore(text, at)}${words}`.slice(-40),
    )
    if (form === 'written' || !(isDeadline || isWritten)) return []
    return [{ from: at, to: at + words.length, of: isDeadline ? ('past' as const) : ('way' as const) }]
  })
}

/** Times after a telephone number say when calls are answered. */
function afterPhones(print: Print, said: readonly Read<unknown>[]): Aside[] {
  return phonesIn(withoutAll(print.text, said)).flatMap(({ at, words }) => {
    const statement = statementAt(print, at)
    return statement ? [{ from: at + words.length, to: statement.to, of: 'past' as const }] : []
  })
}

function rowsOver({ text, lines }: Print, dates: readonly SaidDate[]): Aside[] {
  return lines.flatMap(({ from, to }) => {
    const line = text.slice(from, to)
    const isRow = EVENTS.row.test(line) && dates.some(({ at }) => at >= from && at < to)
    return isRow && EVENTS.rowOver.test(line) ? [{ from, to, of: 'cancelled' as const }] : []
  })
}

/** A date alone above the salutation, with no time next to it, is the date of the letter. */
function headDates(
  print: Print,
  dates: readonly SaidDate[],
  times: readonly Read<unknown>[],
  salutation: Statement | undefined,
): Aside[] {
  if (!salutation) return []
  return dates.flatMap(({ at, words }) => {
    const statement = statementAt(print, at)
    if (!statement || at >= salutation.from) return []
    const { from, to, text, label } = statement
    const isAlone = EVENTS.numbersAlone.test(text) || label === 'date'
    const hasTime = times.some((time) => Math.abs(time.at - at) < words.length + 20)
    return isAlone && !hasTime ? [{ from, to, of: 'past' as const }] : []
  })
}

const MESSAGE_HEAD = /^\W{0,3}(?:today|yesterday),? (?:at )?[\d:. ]{1,20}(?:[ap]m)?\W*$/i
/** The head of a message is among this many first statements. */
const HEAD_STATEMENTS = 3

/** The head of a message on a screen: when it arrived, and the current time. */
function ownTimes({ statements }: Print, dates: readonly SaidDate[], times: readonly Read<unknown>[]): Aside[] {
  const head = statements.slice(0, HEAD_STATEMENTS).find(({ text }) => MESSAGE_HEAD.test(text))
  if (head) return hasMore(head.to, dates, times) ? [{ from: head.from, to: head.to, of: 'past' }] : []
  const words = statements.findIndex(({ text }) => !EVENTS.numbersAlone.test(text))
  const end = words < 1 ? 0 : (statements[words]?.from ?? 0)
  const date = dates.filter(({ at }) => at < end)
  const time = times.filter(({ at }) => at < end)
  const isClock = (time[0]?.at ?? end) < (statements[0]?.to ?? 0) && (date[0]?.at ?? end) > (time[0]?.at ?? 0)
  const isOwn = time.length === 1 && (isClock || date.every(({ form }) => form !== 'written'))
  return isOwn && hasMore(end, dates, times) ? [{ from: 0, to: end, of: 'past' }] : []
}

/** Returns whether both a date and a time follow a position. */
const hasMore = (end: number, ...kinds: readonly (readonly Read<unknown>[])[]): boolean =>
  kinds.every((said) => said.some(({ at }) => at >= end))
