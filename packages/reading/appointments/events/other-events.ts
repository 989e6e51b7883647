import { patternOf } from '../../patterns.ts'
import vocabulary from '../../vocabulary/events.json' with { type: 'json' }
import { matchesIn, textAfter, textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { EVENTS } from '../cues.ts'

/** A part of a text about an appointment that is about something else. */
export interface Aside {
  from: number
  to: number
  of: Event
}

export const asideOf = (of: Event, from: number, to: number): Aside => ({ from, to, of })

/** Returns whether a value begins in a part of the text. */
export const isIn =
  ({ from, to }: { from: number; to: number }) =>
  ({ at }: Read<unknown>): boolean =>
    at >= from && at < to

/**
 * `past`, `cancelled` and `preparation` give the appointment neither date nor time; values on the `way` or about a
 * `call` are used only where nothing else gives one.
 */
export type Event = 'past' | 'cancelled' | 'preparation' | 'way' | 'call'

/** What opens such a part, and what closes it. */
const KINDS = vocabulary.others.map(({ of, opens, closes }) => ({
  of: of as Event,
  opens: patternOf({ ...opens, each: true }, vocabulary.words),
  closes: patternOf({ ...closes, each: true }, vocabulary.words),
}))

/**
 * Returns the parts of a text that are about something other than the appointment.
 * @param lineEnds where its lines end (`PlainText`): what a line is about ends there too, unless only the next line has
 * the value
 */
export function asidesIn(text: string, lineEnds: readonly number[] = []): Aside[] {
  const opened = KINDS.flatMap(({ opens, closes, of }) => {
    let closed = -1
    return matchesIn(text, opens).map(({ 0: words, index }) => {
      const from = index + words.length
      const line = lineEnds.find((end) => end > from + 1) ?? text.length
      // What closes one part closes all that opened before it.
      if (closed < from) closed = firstFrom(text, closes, from)
      return asideOf(of, from, Math.min(closed, line))
    })
  })
  const calledOff = matchesIn(text, EVENTS.calledOff).map(({ index }) => {
    const from = Math.max(lastBefore(text, EVENTS.clause, index), ...lineEnds.filter((end) => end < index))
    return asideOf('cancelled', from, index)
  })
  return [...opened, ...calledOff]
}

function firstFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

const lastBefore = (text: string, pattern: RegExp, to: number): number =>
  matchesIn(text.slice(0, to), pattern).reduce((_, { 0: words, index }) => index + words.length, 0)

/** The values of one kind that were read, without those of other events. */
export interface OfAppointment<Value> {
  kept: Value[]
  /** Whether only values were left that may belong to something else. */
  isDoubtful: boolean
}

/**
 * Removes the dates, times, people and places of other events: the last visit, a cancelled one, preparations, the way
 * there. What comes right before "I saw" is in the past too.
 * @param asides of the text (`asidesIn`)
 * @param said in the order of the text
 * @param elseKept the events whose values are used, with doubt, when nothing else is left
 */
export function ofAppointment<Value extends Read<unknown>>(
  text: string,
  asides: readonly Aside[],
  said: readonly Value[],
  elseKept: readonly Event[] = ['way', 'call'],
): OfAppointment<Value> {
  const eventsOf = (one: Value): Event[] => {
    if (EVENTS.sawAfter.test(textAfter(text, one.at + one.words.length))) return ['past']
    return asides.filter((aside) => isIn(aside)(one)).map(({ of }) => of)
  }
  const possible = said
    .map((one) => ({ one, events: eventsOf(one) }))
    .filter(({ events }) => events.every((event) => elseKept.includes(event)))
  const certain = possible.filter(({ events }) => events.length === 0)
  const kept = (certain.length > 0 ? certain : possible).map(({ one }) => one)
  return { kept, isDoubtful: certain.length === 0 && kept.length > 0 }
}
const hearsOfIt = (before: string): boolean => {
  const words = EVENTS.hearsOfIt.exec(before)
  return words !== null && !EVENTS.brings.test(before.slice(0, words.index))
}

/**
 * Removes a referrer, where the appointment is with somebody else.
 * @param said in the order of the text
 */
export function whoIsSeen<Value extends Read<unknown>>(
  text: string,
  asides: readonly Aside[],
  said: readonly Value[],
): OfAppointment<Value> {
  // The person who is called is the practitioner, and the practitioner seen last may be seen again.
  const withoutCalls = asides.filter(({ of }) => of !== 'call')
  const others = said.filter(({ at }) => !hearsOfIt(textBefore(text, at)))
  const { kept, isDoubtful } = ofAppointment(text, withoutCalls, others, ['way', 'preparation', 'past'])
  const isReferrer =
    (after: RegExp) =>
    ({ at, words }: Value): boolean =>
      EVENTS.referredBy.test(textBefore(text, at)) || after.test(textAfter(text, at + words.length))
  const seen = kept.filter((one) => !isReferrer(EVENTS.refers)(one))
  if (seen.length > 0) return { kept: seen, isDoubtful }
  return { kept, isDoubtful: isDoubtful || kept.some(isReferrer(EVENTS.refersOn)) }
}
