import { inCountedSlots } from '../doses/counted-slot.ts'
import { standingEvents } from '../doses/slot-outcome.ts'
import type { MedicationId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import type { LocalDate, LocalDateTime, LocalTime } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { correctedDose, followingDoses, renamedDose } from './after-dose.ts'
import { type LoggedDoses, openMoment, type SkippedDose } from './after-taken.ts'
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
 * @param fold folds the events of one of them, in the order in which they came
 */
export function doseLogOf({
  medications,
  events,
  fold = loggedDoses,
}: {
  medications: readonly Counted[]
  events: readonly DoseEvent[]
  fold?: (own: readonly DoseEvent[]) => LoggedDoses
}): DoseLog {
  const ids = new Set(countFromLog(medications))
  if (ids.size === 0) return NOTHING_LOGGED
  const own = Map.groupBy(
    events.filter(({ medicationId }) => ids.has(medicationId)),
    ({ medicationId }) => medicationId,
  )
  const folded = new Map([...own].map(([id, logged]) => [id, fold(logged)]))
  return {
    timetablesOf(medication, zone) {
      if (!medication.versions.some(isFromLog)) return NOTHING_LOGGED.timetablesOf(medication, zone)
      return timetablesFrom(medication, (id) => folded.get(id) ?? NO_DOSES, zone)
    },
    becomes({ versions }, slot, zone) {
      const plan = versions.findLast(({ effectiveFrom }) => msOf(effectiveFrom) <= slot.at)
      if (plan?.schedule.kind !== 'after-dose') return null
      const other = folded.get(plan.schedule.medicationId) ?? NO_DOSES
      return renamedDose(plan.schedule, other, slot, zone) ?? correctedDose(plan.schedule, other, slot, zone)
    },
  }
}

/** Folds the events of one medication. */
export function loggedDoses(named: readonly DoseEvent[]): LoggedDoses {
  const events = inCountedSlots(named)
  const standing = standingEvents(events)
  const taken = standing.filter(({ kind }) => kind === 'taken').sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const [takenBy, skippedBy] = [byDate(taken), byDate(standing.filter(({ kind }) => kind === 'skipped'))]
  const takenOf = (date: LocalDate) => takenBy.get(date) ?? []
  const timesOf = (some: readonly DoseEvent[] = []) => some.flatMap(({ snapshot: { time } }) => time ?? [])
  return {
    taken,
    skipped: [...skippedBy]
      .flatMap(([date, own]) => skippedOf(date, own, timesOf(takenOf(date))))
      .sort((a, b) => (a.slot < b.slot ? -1 : 1)),
    takenOf,
    settledOn: (date) => [...new Set([...timesOf(takenOf(date)), ...timesOf(skippedBy.get(date))])].sort(),
    otherNames: events === named ? NO_NAMES : otherNamesOf(named, events),
    corrected: correctedOf(events, standing),
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** Returns the dates and times of entries that count for a slot of another name. */
const otherNamesOf = (named: readonly DoseEvent[], counted: readonly DoseEvent[]): ReadonlySet<string> =>
  new Set(
    named.flatMap(({ slotId, snapshot }, index) =>
      slotId === counted[index]?.slotId ? [] : `${snapshot.date}T${snapshot.time}`,
    ),
  )

const NO_DOSES: LoggedDoses = loggedDoses([])

function byDate(events: readonly DoseEvent[]): Map<LocalDate, DoseEvent[]> {
  const dates = new Map<LocalDate, DoseEvent[]>()
  for (const event of events) {
    const { date } = event.snapshot
    if (date === null) continue
    const own = dates.get(date)
    if (own) own.push(event)
    else dates.set(date, [event])
  }
  return dates
}

/** Returns each skipped dose of a date once, without those that were taken as well. */
function skippedOf(date: LocalDate, events: readonly DoseEvent[], taken: readonly LocalTime[]): SkippedDose[] {
  const times = new Map<LocalTime, SkippedDose>()
  for (const { time, plannedAt } of events.map(({ snapshot }) => snapshot)) {
    if (time === null || taken.includes(time)) continue
    const known = times.get(time)?.plannedAt
    // Of two instants the later one, whatever the order of the entries.
    const isLater = plannedAt !== undefined && (known === undefined || plannedAt > known)
    times.set(time, { slot: `${date}T${time}` as LocalDateTime, plannedAt: isLater ? plannedAt : known })
  }
  return [...times.values()]
}

/** Returns the entries of planned doses that were undone and have another one that stands, which counts. */
function correctedOf(events: readonly DoseEvent[], standing: readonly DoseEvent[]): LoggedDoses['corrected'] {
  if (standing.length === events.length) return []
  const stands = new Set(standing.map(({ id }) => id))
  const undone = events.filter(({ id, kind, slotId }) => kind === 'taken' && slotId !== null && !stands.has(id))
  if (undone.length === 0) return []
  const firstOf = new Map(undone.map(({ slotId }) => [slotId, Number.POSITIVE_INFINITY]))
  for (const { kind, slotId, at } of standing) {
    const first = kind === 'taken' ? firstOf.get(slotId) : undefined
    if (first !== undefined) firstOf.set(slotId, Math.min(msOf(at), first))
  }
  return undone.flatMap(({ slotId, at }) => {
    const first = firstOf.get(slotId) ?? Number.POSITIVE_INFINITY
    return first === Number.POSITIVE_INFINITY ? [] : [{ before: msOf(at), at: first }]
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
      return (date) => withOpen(doses.settledOn(date), open !== 'pending' && open?.date === date ? open : null)
    })
    const last = found.find(({ isLast }) => isLast)?.open ?? null
    if (last !== 'pending') waiting = last
    isPending = found.some(({ open }) => open !== null)
    return timetable
  })
  return { ofVersions, waiting }
}

type Moment = Pick<TimetableEntry, 'time' | 'at'>

function withOpen(settled: readonly LocalTime[], open: OpenMoment | null): readonly Moment[] {
  const logged = settled.map((time): Moment => ({ time, at: null }))
  return open ? [...logged, open].sort((a, b) => (a.time < b.time ? -1 : 1)) : logged
}

/** Returns when the plan with this `first` was made; an edit that kept it made no other plan. */
function madeAt(versions: readonly PlanVersion[], index: number, { first }: AfterTaken): number {
  const others = versions.slice(0, index + 1)
  const before = others.findLastIndex((version) => !afterTakenOf(version).some((one) => one.first === first))
  return msOf((others[before + 1] as PlanVersion).effectiveFrom)
}
