import { toInstant } from '#domain/lib/instant.ts'
import { addDays, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { wallClockOf } from '#tests/reminders/wall-clock.ts'
import type { Device } from './device.ts'

/** The days whose doses are compared, and the plan zone. */
export interface DatedDoses {
  zone: string
  from: LocalDate
  to: LocalDate
}

/** Returns the days around that instant (ms) whose doses are compared. */
export function daysAround(now: number, zone: string): DatedDoses {
  const { date } = localAt(now, zone)
  return { zone, from: addDays(date, -3), to: addDays(date, 3) }
}

/** Where one dose stands, as a text that can be compared. */
const placeOf = (id: string, date: string, time: string, at: string, state: string): string =>
  `${id} planned ${date} ${time} stands ${at} ${state}`

/** Returns where the server says that each dose stands. */
export const placesOnServer = (slots: readonly PlanSlot[]): string[] =>
  slots.map(({ slotId, date, time, at, state }) => placeOf(slotId, date, time, at, state)).sort()

/** Returns where the device shows each dose, at whatever time its clock shows. */
export async function placesOn(device: Device, days: DatedDoses, now: number): Promise<string[]> {
  const { slots } = await readDoseViews(device.context().db, days, now)
  return slots
    .filter(({ slot }) => slot.date >= days.from)
    .map(({ slot, state }) => placeOf(slot.id, slot.date, slot.time, toInstant(slot.at), state))
    .sort()
}

type Logged = Pick<
  DoseEvent,
  'id' | 'slotId' | 'kind' | 'at' | 'loggedAt' | 'undoes' | 'movedTo' | 'deviceId' | 'snapshot'
>

export interface MovesFound {
  problems: string[]
  /** Doses with a move in force. */
  moved: number
  ofSeveralDevices: number
  afterLogging: number
}

/**
 * S4.8, a second time and without the fold: each dose is there once, under the id and the planned time it had, at the
 * instant of the move in force; nothing is left at its planned instant, and none that was not moved stands elsewhere.
 */
export function checkMoves(slots: readonly PlanSlot[], log: readonly Logged[], { zone }: DatedDoses): MovesFound {
  const found: MovesFound = { problems: [], moved: 0, ofSeveralDevices: 0, afterLogging: 0 }
  const clock = wallClockOf(zone)
  const bySlot = Map.groupBy(log, ({ slotId }): string | null => slotId)
  const seen = new Set<string>()
  for (const { slotId, date, time, at } of slots) {
    if (seen.has(slotId)) found.problems.push(`S4.8 the dose ${slotId} is listed twice`)
    seen.add(slotId)
    const moves = standingMoves(bySlot.get(slotId) ?? [])
    const last = moves.inForce.at(-1)
    const expected = clock.instantOf(date, (last?.movedTo ?? time) as LocalTime)
    if (Date.parse(at) !== expected)
      found.problems.push(`S4.8 the dose ${slotId} of ${date} ${time} stands at ${at}, not ${toInstant(expected)}`)
    if (last) found.moved += 1
    if (new Set(moves.all.map(({ deviceId }) => deviceId)).size > 1) found.ofSeveralDevices += 1
    if (moves.all.length > moves.inForce.length) found.afterLogging += 1
  }
  return found
}

/** The moves of one dose that no undo took back, in the order in which they were entered. */
function standingMoves(events: readonly Logged[]) {
  const undone = new Set(events.map(({ undoes }) => undoes))
  const standing = events.filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
  const all = standing.filter(({ movedTo }) => movedTo !== undefined).sort(by(({ loggedAt }) => loggedAt))
  const settling = (kind: Logged['kind']) => standing.filter((event) => event.kind === kind).sort(by(({ at }) => at))[0]
  const logged = settling('taken') ?? settling('skipped')
  const inForce = logged ? all.filter(({ loggedAt }) => Date.parse(loggedAt) < Date.parse(logged.loggedAt)) : all
  return { all, inForce }
}

const by =
  (instant: (event: Logged) => string) =>
  (a: Logged, b: Logged): number =>
    Date.parse(instant(a)) - Date.parse(instant(b)) || (a.id < b.id ? -1 : 1)
