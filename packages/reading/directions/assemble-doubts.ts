import type { Context } from './collect.ts'
import type { Span } from './findings.ts'
import { type AskReason, DIRECTION_FIELDS, type DirectionField, HOW_OFTEN } from './values.ts'

const HOW_MUCH = ['dose', 'doseMax', 'unit', 'partDoses'] as const
const HOW_LONG = ['durationDays', 'durationDaysMax'] as const

/** Turns values next to certain wordings into guesses; each wording is asked about. */
export function setDoubts(context: Context): void {
  const { findings, collector } = context
  const [turn] = findings.turns
  if (turn) doubt(context, { reason: 'changing', field: 'timesPerDay' }, turn, [...HOW_MUCH, ...HOW_OFTEN, ...HOW_LONG])
  for (const span of findings.scales) doubt(context, { reason: 'ambiguous', field: 'dose' }, span, HOW_MUCH)
  const isSomeDays = { reason: 'ambiguous', field: 'weekdays' } as const
  if (HOW_OFTEN.some((field) => collector.has(field)))
    for (const span of findings.events) doubt(context, isSomeDays, span, HOW_OFTEN)
  for (const span of findings.exceptions)
    if (span.days === null || !collector.has('weekdays')) doubt(context, isSomeDays, span, HOW_OFTEN)
  for (const { found, field } of findings.ambiguous) collector.ask('ambiguous', field, found)
  if (collector.hasAsked('changing')) for (const field of HOW_OFTEN) collector.doubt(field)
  setUnread(context, turn !== undefined)
}

/** Beside a number or a time that could not be understood, nothing is sure: `every 4-G hours when needed`. */
function setUnread({ text, findings: { unread, damaged }, collector }: Context, isChanging: boolean): void {
  // Counts of what changes are asked about together with the change.
  const counts = isChanging ? [] : unread
  const spans = [
    ...counts.map(({ words, at, word }) => ({ at, end: at + words.length, isOften: word('often') !== undefined })),
    ...damaged.map(({ words, at }) => ({ at, end: at + words.length, isOften: true })),
  ].sort((a, b) => a.at - b.at)
  if (spans.length === 0) return
  const asked: typeof spans = []
  for (const span of spans) {
    const last = asked.at(-1)
    if (last === undefined || span.at - last.end > WITHIN) asked.push(span)
    else
      asked.splice(-1, 1, {
        at: last.at,
        end: Math.max(last.end, span.end),
        isOften: last.isOften || span.isOften,
      })
  }
  for (const { at, end, isOften } of asked)
    collector.ask('ambiguous', isOften ? 'everyDays' : 'dose', { words: text.slice(at, end), at })
  for (const field of DIRECTION_FIELDS) collector.doubt(field)
}

/** What stands as close together is asked about in one question: `4 to l/6 hours`. */
const WITHIN = 6

function doubt(
  { text, collector }: Context,
  { reason, field }: { reason: AskReason; field: DirectionField },
  { at, words }: Span,
  fields: readonly DirectionField[],
): void {
  collector.ask(reason, field, { at, words: text.slice(at, at + words.length) })
  for (const one of fields) collector.doubt(one)
}
