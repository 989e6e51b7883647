import { patternOf } from '../../patterns.ts'
import vocabulary from '../../vocabulary/events.json' with { type: 'json' }
import { matchesIn } from '../../words/near.ts'
import { EVENTS } from '../cues.ts'
import type { Aside, Event } from '../events/other-events.ts'
import type { Print, Statement } from './statements.ts'

/** What makes a statement be about something else: from those words on, in the part before them, or as a whole. */
const MATTERS = vocabulary.printed.map(({ of, reach, opens, closes }) => ({
  of: of as Event,
  reach,
  words: patternOf({ ...opens, each: true }, vocabulary.words),
  until: closes && patternOf({ ...closes, each: true }, vocabulary.words),
}))

/** Returns the parts of a statement that are about something other than the appointment, by its field and its words. */
export function mattersOf(print: Print, statement: Statement): Aside[] {
  const { from, to, label, valueFrom, text } = statement
  const isReplaced = EVENTS.replacedField.test(label)
  if (isReplaced || EVENTS.otherField.test(label))
    return [{ from: valueFrom, to: fieldEnd(print, statement), of: isReplaced ? 'cancelled' : 'past' }]
  if (EVENTS.earlyField.test(label)) return [{ from: valueFrom, to, of: 'way' }]
  const inCallField: Aside[] =
    EVENTS.callField.test(label) && /\d{5}/.test(text.replace(/\D/g, '')) ? [{ from: valueFrom, to, of: 'call' }] : []
  const said = MATTERS.flatMap(({ words, reach, until, of }) =>
    matchesIn(text, words).map(({ 0: said, index }): Aside => {
      const end = index + said.length
      if (reach === 'whole') return { from, to, of }
      if (reach === 'before') return { from, to: from + index, of: EVENTS.ofRest.test(text) ? 'way' : of }
      return { from: from + index, to: from + endOf(text, end, until), of }
    }),
  )
  return [...inCallField, ...said]
}

/** Returns where the value of a field ends: with its line, or where the next field begins. */
function fieldEnd({ statements, lines }: Print, { from, to }: Statement): number {
  const line = lines.find((one) => one.from <= from && from < one.to)
  const next = statements.find((other) => other.from >= to && other.label !== '')
  return Math.max(to, Math.min(line?.to ?? to, next?.from ?? Number.POSITIVE_INFINITY))
}

function endOf(text: string, from: number, until: RegExp | undefined): number {
  const [closed] = until ? matchesIn(text.slice(from), until) : []
  return closed ? from + closed.index : text.length
}
