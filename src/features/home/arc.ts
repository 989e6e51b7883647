import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { type DoseState, isSettled } from '#domain/doses/slot-state.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { type LocalTime, minutesOfDay } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'

/** The drawing's own units; the arc is half an ellipse standing on the ground line. */
export const VIEW = { width: 328, height: 104, ground: 94 } as const
const CENTRE = VIEW.width / 2
const RADIUS = { x: 138, y: 68 } as const
const STEPS = 48
const RAYS = 8

/** The arc spans at least 5 AM to 11 PM (docs/look.md, Day arc). */
const EARLIEST = 5 * 60
const LATEST = 23 * 60

export interface Point {
  x: number
  y: number
}

export interface Bead extends Point {
  time: LocalTime
  state: DoseState
}

export interface DayArcShape {
  beads: Bead[]
  sun: Point
  /** Each ray's path, around the sun. */
  rays: string[]
  /** Path of the completed part; the whole arc when the day is done. */
  done: string
  /** Path of the rest; empty when the day is done. */
  rest: string
}

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * Returns the point of the arc at a fraction of the way: 0 is the first hour on the left, 1 the last slot on the right.
 */
export function pointAt(part: number): Point {
  const angle = Math.PI * Math.min(1, Math.max(0, part))
  return { x: round(CENTRE - RADIUS.x * Math.cos(angle)), y: round(VIEW.ground - RADIUS.y * Math.sin(angle)) }
}

function pathOf(from: number, to: number): string {
  if (to <= from) return ''
  const steps = Math.max(1, Math.ceil((to - from) * STEPS))
  const points = Array.from({ length: steps + 1 }, (_, step) => pointAt(from + ((to - from) * step) / steps))
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
}

/** Returns the span from the hour of the first slot to that of the last, in minutes after midnight. */
export function spanOf(times: readonly LocalTime[]): { from: number; to: number } {
  const minutes = times.map(minutesOfDay)
  return {
    from: Math.floor(Math.min(EARLIEST, ...minutes) / 60) * 60,
    to: Math.ceil(Math.max(LATEST, ...minutes) / 60) * 60,
  }
}

/** Which state a bead for several doses shows: first what needs the user, then what is coming, then what is done. */
const BEAD_ORDER: readonly DoseState[] = ['missed', 'late', 'snoozed', 'due', 'upcoming', 'taken', 'skipped']

/**
 * Returns the geometry of the day's arc: a bead for each time, and the sun at now. A due dose has no bead, because the
 * sun stands for it.
 */
export function dayArc(slots: readonly Pick<SlotView, 'slot' | 'state'>[], now: LocalTime): DayArcShape {
  const span = spanOf(slots.map(({ slot }) => shownTime(slot)))
  const partOf = (time: LocalTime) => (minutesOfDay(time) - span.from) / (span.to - span.from)
  const byTime = Map.groupBy(slots, ({ slot }) => shownTime(slot))
  const beads = [...byTime].map(([time, group]) => ({
    time,
    state: BEAD_ORDER.find((state) => group.some((view) => view.state === state)) ?? 'upcoming',
    ...pointAt(partOf(time)),
  }))
  const part = Math.min(1, Math.max(0, partOf(now)))
  const walked = isDayDone(slots) ? 1 : part
  const sun = pointAt(part)
  return {
    beads: beads.filter((bead) => bead.state !== 'due'),
    sun,
    rays: raysAround(sun),
    done: pathOf(0, walked),
    rest: pathOf(walked, 1),
  }
}

function raysAround({ x, y }: Point): string[] {
  return Array.from({ length: RAYS }, (_, ray) => {
    const angle = (2 * Math.PI * (ray + 0.26)) / RAYS
    const at = (distance: number) => `${round(x + distance * Math.cos(angle))} ${round(y + distance * Math.sin(angle))}`
    return `M${at(17)} L${at(21)}`
  })
}

/** Returns whether every dose of a day that has some is settled. */
export const isDayDone = (slots: readonly Pick<SlotView, 'state'>[]): boolean =>
  slots.length > 0 && slots.every(({ state }) => isSettled(state))

const OPEN = [
  ['late', msg('{count} late')],
  ['snoozed', msg('{count} snoozed')],
  ['missed', msg('{count} missed')],
  ['upcoming', msg('{count} later')],
] as const

const KEY = [
  ['taken', msg('{count} taken')],
  ['skipped', msg('{count} skipped')],
  ['due', msg('{count} due')],
  ...OPEN,
] as const

const numberOf = (slots: readonly Pick<SlotView, 'state'>[], state: DoseState): number =>
  slots.filter((view) => view.state === state).length

/** Returns the arc as a sentence: `The day so far: 5 of 9 doses settled, 3 due now, 1 later`. */
export function arcSentence(slots: readonly Pick<SlotView, 'state'>[]): string {
  const settled = slots.filter(({ state }) => isSettled(state)).length
  const all = slots.length
  if (isDayDone(slots)) return t('All done for today: {settled} of {all} doses settled', { settled, all })
  const open = ([['due', msg('{count} due now')], ...OPEN] as const).flatMap(([state, text]) => {
    const count = numberOf(slots, state)
    return count === 0 ? [] : [t(text, { count })]
  })
  return t('The day so far: {settled} of {all} doses settled, {open}', { settled, all, open: inRow(open) })
}

/** Returns the key under the arc, state by state; states without a dose are left out. */
export const arcKey = (slots: readonly Pick<SlotView, 'state'>[]): { state: DoseState; words: string }[] =>
  KEY.flatMap(([state, text]) => {
    const count = numberOf(slots, state)
    return count === 0 ? [] : [{ state, words: t(text, { count }) }]
  })
