import type { Context } from './collect.ts'
import type { Span } from './findings.ts'
import { type AskReason, type DirectionField, HOW_OFTEN } from './values.ts'

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
  // Counts of what changes are asked about together with the change.
  if (turn || findings.unread.length === 0) return
  for (const found of findings.unread)
    collector.ask('ambiguous', found.word('often') === undefined ? 'dose' : 'everyDays', found)
  for (const field of [...HOW_MUCH, ...HOW_OFTEN]) collector.doubt(field)
}

function doubt(
  { text, collector }: Context,
  { reason, field }: { reason: AskReason; field: DirectionField },
  { at, words }: Span,
  fields: readonly DirectionField[],
): void {
  collector.ask(reason, field, { at, words: text.slice(at, at + words.length) })
  for (const one of fields) collector.doubt(one)
}
