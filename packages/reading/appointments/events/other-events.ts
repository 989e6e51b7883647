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
      return { from, to: Math.min(closed, line), of }
    })
  })
  const calledOff = matchesIn(text, EVENTS.calledOff).map(
    ({ index }): Aside => ({
      from: Math.max(lastBefore(text, EVENTS.clause, index), ...lineEnds.filter((end) => end < index)),
      to: index,
      of: 'cancelled',
    }),
  )
  return [...opened, ...calledOff]
}

function firstFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  const at = pattern.exec(text)?.index ?? text.length
  pattern.lastIndex = 0
  return at
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
  const eventOf = ({ at, words }: Value): Event | undefined => {
    if (EVENTS.sawAfter.test(textAfter(text, at + words.length))) return 'past'
    const events = asides.filter(({ from, to }) => at >= from && at < to).map(({ of }) => of)
    return events.find((event) => !elseKept.includes(event)) ?? events[0]
  }
  const events = said.map((one) => [one, eventOf(one)] as const)
  const kept = events.flatMap(([one, event]) => (event === undefined ? [one] : []))
  if (kept.length > 0) return { kept, isDoubtful: false }
  const others = events.flatMap(([one, event]) => (event && elseKept.includes(event) ? [one] : []))
  return { kept: others, isDoubtful: others.length > 0 }
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
  // The practitioner seen last may be seen again.
  const { kept, isDoubtful } = ofAppointment(
    text,
    // The person who is called is the practitioner.
    asides.filter(({ of }) => of !== 'call'),
    said.filter(({ at }) => {
      const before = textBefore(text, at)
      return !EVENTS.referrer.test(before) && !hearsOfIt(before)
    }),
    ['way', 'preparation', 'past'],
  )
  const refers = ({ at, words }: Value): boolean =>
    EVENTS.referredBy.test(textBefore(text, at)) || EVENTS.refers.test(textAfter(text, at + words.length))
  const seen = kept.filter((one) => !refers(one))
  if (seen.length > 0 || kept.length === 0) return { kept: seen, isDoubtful }
  const isSentOn = kept.some(
    ({ at, words }) =>
      EVENTS.referredBy.test(textBefore(text, at)) || EVENTS.refersOn.test(textAfter(text, at + words.length)),
  )
  return { kept, isDoubtful: isDoubtful || isSentOn }
}
