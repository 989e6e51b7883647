import { standingEvents } from '../doses/slot-outcome.ts'
import type { MedicationId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import { halvesOf, type LocalDateTime, type LocalTime } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { correctedDose, followingDoses } from './after-dose.ts'
import { type LoggedDoses, openMoment } from './after-taken.ts'
import { afterTakenOf, type Counted, countFromLog, isFromLog } from './counting.ts'
import type { PlanVersion } from './plan.ts'
import type { AfterTaken } from './schedule.ts'
import { type TimetableEntry, timetableOf } from './timetable.ts'
import {
  type DoseLog,
  endOfVersion,
  NOTHING_LOGGED,
  type OpenMoment,
  type Timetables,
  whenAsked,
} from './version-timetables.ts'

/**
 * Folds the log into what the plans of these medications need of it, that of `countFromLog` alone. It depends
 * neither on the order of the events nor on a clock: two devices that have the same events get the same result.
 * @param events all events of the medications in `countFromLog`; others do no harm
 */
export function doseLogOf({
  medications,
  events,
}: {
  medications: readonly Counted[]
  events: readonly DoseEvent[]
}): DoseLog {
  const ids = new Set(countFromLog(medications))
  if (ids.size === 0) return NOTHING_LOGGED
  const own = Map.groupBy(
    events.filter(({ medicationId }) => ids.has(medicationId)),
    ({ medicationId }) => medicationId,
  )
  const folded = new Map([...ids].map((id) => [id, loggedDoses(own.get(id) ?? [])]))
  return {
    timetablesOf(medication, zone) {
      if (!medication.versions.some(isFromLog)) return NOTHING_LOGGED.timetablesOf(medication, zone)
      return timetablesFrom(medication, (id) => folded.get(id) ?? NO_DOSES, zone)
    },
    correctedTo({ versions }, slot, zone) {
      const plan = versions.findLast(({ effectiveFrom }) => msOf(effectiveFrom) <= slot.at)
      if (plan?.schedule.kind !== 'after-dose') return null
      const { medicationId } = plan.schedule
      return correctedDose(plan.schedule, folded.get(medicationId) ?? NO_DOSES, slot, zone)
    },
  }
}

const NO_DOSES: LoggedDoses = { taken: [], skipped: [], settled: new Map(), corrected: [] }

/** Folds the events of one medication. */
export function loggedDoses(events: readonly DoseEvent[]): LoggedDoses {
  const taken: { at: number; planned: LocalDateTime | null }[] = []
  const takenSlots = new Set<LocalDateTime>()
  const skippedSlots = new Set<LocalDateTime>()
  const standing = standingEvents(events)
  for (const { kind, at, snapshot } of standing) {
    if (kind !== 'taken' && kind !== 'skipped') continue
    const { date, time } = snapshot
    const planned = date === null || time === null ? null : (`${date}T${time}` as LocalDateTime)
    if (kind === 'taken') taken.push({ at: msOf(at), planned })
    if (planned !== null) (kind === 'taken' ? takenSlots : skippedSlots).add(planned)
  }
  const slots = [...new Set([...takenSlots, ...skippedSlots])].sort()
  const settled = Map.groupBy(slots, (slot) => halvesOf(slot).date)
  return {
    taken: taken.sort((a, b) => a.at - b.at),
    skipped: [...skippedSlots].filter((slot) => !takenSlots.has(slot)).sort(),
    settled: new Map([...settled].map(([date, own]) => [date, own.map((slot) => halvesOf(slot).time)])),
    corrected: correctedOf(events, standing),
  }
}

/** Returns the entries of planned doses that were undone and have another one that stands, which counts. */
function correctedOf(events: readonly DoseEvent[], standing: readonly DoseEvent[]): LoggedDoses['corrected'] {
  const stands = new Set(standing.map(({ id }) => id))
  const undone = events.filter(({ id, kind, slotId }) => kind === 'taken' && slotId !== null && !stands.has(id))
  if (undone.length === 0) return []
  const firstOf = new Map<string | null, number>()
  for (const { kind, slotId, at } of standing) {
    if (kind === 'taken') firstOf.set(slotId, Math.min(msOf(at), firstOf.get(slotId) ?? Number.POSITIVE_INFINITY))
  }
  return undone.flatMap(({ slotId, at }) => {
    const first = firstOf.get(slotId)
    return first === undefined ? [] : [{ before: msOf(at), at: first }]
  })
}

/**
 * Returns the timetables of all versions of a plan. One that counts from the last dose gets from the log the doses that
 * were logged and the open one; it adds none while that of the version before is still open. One that follows another
 * medication gets those from the log of the other, which no plan has a part in: so no circle of plans can go on for
 * ever.
 */
function timetablesFrom(
  medication: Pick<Medication, 'id' | 'versions'>,
  dosesOf: (id: MedicationId) => LoggedDoses,
  zone: string,
): Timetables {
  const { versions } = medication
  const doses = dosesOf(medication.id)
  let waiting: OpenMoment | null = null
  let isPending = false
  const ofVersions = versions.map((version, index) => {
    if (afterTakenOf(version).length === 0) {
      waiting = null
      isPending = false
      return whenAsked(() =>
        timetableOf(version, zone, (schedule) =>
          schedule.kind === 'after-dose' ? followingDoses(schedule, dosesOf(schedule.medicationId), zone) : () => [],
        ),
      )
    }
    const start = msOf(version.effectiveFrom)
    const counting = { doses, start, end: endOfVersion(medication, index), isPending, zone }
    const found: { open: OpenMoment | 'pending' | null; isLast: boolean }[] = []
    const timetable = timetableOf(version, zone, (schedule, stretch) => {
      if (schedule.kind === 'after-dose') return () => []
      const open = openMoment(schedule, stretch, { ...counting, since: madeAt(versions, index, schedule) })
      found.push({ open, isLast: stretch.isLast })
      return (date) => withOpen(doses.settled.get(date), open !== 'pending' && open?.date === date ? open : null)
    })
    const last = found.find(({ isLast }) => isLast)?.open ?? null
    if (last !== 'pending') waiting = last
    isPending = found.some(({ open }) => open !== null)
    return timetable
  })
  return { ofVersions, waiting }
}

type Moment = Pick<TimetableEntry, 'time' | 'at'>

function withOpen(settled: readonly LocalTime[] = [], open: OpenMoment | null): readonly Moment[] {
  const logged = settled.map((time): Moment => ({ time, at: null }))
  return open ? [...logged, open].sort((a, b) => (a.time < b.time ? -1 : 1)) : logged
}

/** Returns when the plan with this `first` was made; an edit that kept it made no other plan. */
function madeAt(versions: readonly PlanVersion[], index: number, { first }: AfterTaken): number {
  const others = versions.slice(0, index + 1)
  const before = others.findLastIndex((version) => !afterTakenOf(version).some((one) => one.first === first))
  return msOf((others[before + 1] as PlanVersion).effectiveFrom)
}
