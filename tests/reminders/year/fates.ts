import type { SlotId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY, HOUR, type LocalDate, MINUTE } from '#domain/lib/local-time.ts'
import { type WallClock, wallClockOf } from '#tests/reminders/wall-clock.ts'
import type { YearCounts } from './counts.ts'
import { type Act, byEntry, type Dose, doseOf } from './doses.ts'
import { isFromLog } from './log-plans.ts'
import type { Person } from './people.ts'
import { isElapsed, type YearPlan } from './plans.ts'
import { STAGE_MINUTES } from './sends-reckoning.ts'

/**
 * What became of one stage of a reminder. `superseded`: some place planned the dose from what it knew of the log, and
 * with the whole log there is no such dose.
 */
export type Fate = 'announced' | 'settled' | 'snoozedAway' | 'moved' | 'listed' | 'superseded' | 'loggedUnannounced'

export interface FatePorts {
  /** Whether the server was up at that instant (ms). */
  wasUp(at: number): boolean
  counts: YearCounts
  problem(text: string): void
}

interface Planned {
  dose: Dose
  at: number
  clock: WallClock
  plan: YearPlan
}

/**
 * Returns the doses planned for that period (ms), by the plans and zones in force, once everything has reached the
 * server.
 */
export function dosesOf(person: Person, from: number, to: number): Planned[] {
  const found: Planned[] = []
  person.stays.forEach((stay, index) => {
    const begin = Math.max(from, stay.from)
    const end = Math.min(to, person.stays[index + 1]?.from ?? to)
    const clock = wallClockOf(stay.zone)
    let date = new Date(begin - DAY).toISOString().slice(0, 10) as LocalDate
    for (; begin < end && Date.parse(date) < end + DAY; date = addDays(date, 1)) {
      for (const [medicationId, versions] of person.server.plans) {
        for (const [index, { from: since, plan }] of versions.entries()) {
          const until = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY
          if (since >= end + DAY || until < begin - DAY) continue
          for (const { time, at } of person.server.planned.momentsIn(medicationId, index, date, clock)) {
            if (at < begin || at >= end || at < since || at >= until) continue
            const dose = doseOf(medicationId, date, time)
            if (wasThere(person, dose, at, plan)) found.push({ dose, at, clock, plan })
          }
        }
      }
    }
  })
  return found
}

/**
 * With another clock, the whole log may give a dose that no place ever planned: what it counts from was logged after a
 * journey.
 */
const wasThere = ({ server, logDoses }: Person, dose: Dose, at: number, { schedule }: YearPlan): boolean =>
  !isFromLog(schedule) || server.isSettled(dose) || logDoses.wasEverPlanned(dose, at)

/** Accounts for every stage of every reminder in that period: exactly one fate each, with its reason. */
export function reckonFates(person: Person, from: number, to: number, ports: FatePorts): void {
  const doses = dosesOf(person, from, to)
  for (const { dose, at, clock, plan } of doses) {
    ports.counts.doses += 1
    if (isFromLog(plan.schedule)) ports.counts.dosesFromLog += 1
    if (isElapsed(plan.schedule)) ports.counts.dosesByElapsedHours += 1
    const acts = person.server.acts(dose)
    const placeOf = ({ to }: Act) => (to ? clock.instantOf(dose.date, to) : at)
    const moves = acts.filter(({ kind }) => kind === 'moved')
    const ends = acts.filter(({ kind, until }) => kind === 'snoozed' && (until > at || moves.length > 0))
    const starts = new Set([at, ...ends.map(({ until }) => until), ...moves.map(placeOf)])
    for (const start of starts) {
      for (const stage of STAGE_MINUTES) {
        ports.counts.reminderStages += 1
        ports.counts[fateOf(person, { dose, at, clock, acts, placeOf, plan }, start, stage, ports)] += 1
      }
    }
  }
  const inTheEnd = new Set(doses.map(({ dose }) => dose))
  for (const { dose, at } of person.logDoses.takeSeen(from, to)) {
    if (!inTheEnd.has(dose)) reckonSuperseded(person, dose, at, ports)
  }
}

/** A device that lacks part of the log rightly announces what follows from the rest. */
function reckonSuperseded(person: Person, dose: Dose, at: number, { counts, problem }: FatePorts): void {
  for (const stage of STAGE_MINUTES) {
    counts.reminderStages += 1
    counts[announcedFate(person, dose, at, stage, problem) ?? 'superseded'] += 1
  }
}

function announcedFate(
  { devices, name }: Person,
  dose: Dose,
  start: number,
  stage: number,
  problem: FatePorts['problem'],
): 'announced' | null {
  const key = `${dose.id}|${toInstant(start)}|${stage}`
  const times = devices.map(({ announced }) => announced.get(key) ?? 0)
  if (times.some((count) => count > 1))
    problem(`${nameOf({ name }, dose)}: stage ${stage} was announced twice on one device`)
  const isShown = times.some((count) => count > 0) || devices.some(({ shownAsSent }) => shownAsSent.has(dose.id))
  return isShown ? 'announced' : null
}

/** A dose with everything done about it; `at`: as planned, `placeOf`: where a move moves it (ms). */
interface Reckoned {
  dose: Dose
  at: number
  acts: readonly Act[]
  placeOf(move: Act): number
  clock: WallClock
  plan: YearPlan
}

/** R1.9: whether the dose stood elsewhere before that stage was over: moved, moved on, or back when that was undone. */
function isMovedAway({ at, acts, placeOf }: Reckoned, start: number, until: number): boolean {
  const moves = acts
    .filter((act) => act.kind === 'moved' && act.at <= until)
    .filter(({ id }) => !acts.some(({ undoes, at: undone }) => undoes === id && undone <= until))
  const last = [...moves].sort(byEntry).at(-1)
  const snooze = acts.find((act) => act.kind === 'snoozed' && act.until === start)
  if (snooze) return last !== undefined && byEntry(last, snooze) > 0
  return (last ? placeOf(last) : at) !== start
}

/** A time of day to which a dose was moved is another instant after a journey. */
function isMovedAcross({ stays }: Person, { acts }: Reckoned, start: number, until: number): boolean {
  const moves = acts.filter(({ kind }) => kind === 'moved')
  const from = Math.min(start, ...moves.map(({ at }) => at))
  return moves.length > 0 && stays.some((stay, index) => index > 0 && stay.from > from && stay.from <= until)
}

function fateOf(person: Person, of: Reckoned, start: number, stage: number, { wasUp, problem }: FatePorts): Fate {
  const { dose, acts } = of
  const announced = announcedFate(person, dose, start, stage, problem)
  if (announced) return announced
  const from = start + stage * MINUTE
  const until = from + (stage === 10 ? 30_000 : 5 * MINUTE)
  if (isSettledIn(acts, from, until) || person.server.isAnswered(dose, of.clock)) return 'settled'
  if (acts.some(({ kind, at, until: end }) => kind === 'snoozed' && at <= until && end > start)) return 'snoozedAway'
  if (isMovedAway(of, start, until) || isMovedAcross(person, of, start, until)) return 'moved'
  const versions = person.server.plans.get(dose.medicationId) ?? []
  // An edit that had not reached the server, or another zone that came into force: it was planned for another time
  // then.
  if (versions.some((version) => version.from <= until && version.learned > from)) return 'moved'
  if (person.stays.some((stay, index) => index > 0 && stay.from > start && stay.from <= until)) return 'moved'
  // The other devices do not know yet what was done on a device without a network.
  const isUnheard = acts.some((act) => act.at <= until && person.server.log.heard(act) > from)
  // What follows from the log may have come up later, or have been gone for a while.
  const isUnplanned = isFromLog(of.plan.schedule) && !person.logDoses.wasPlanned(dose, of.at, from, until)
  const couldSound =
    !isUnheard &&
    !isUnplanned &&
    wasUp(from) &&
    person.devices.some(({ awake, online }) => awake.isOn(from) && online.isOn(from))
  if (couldSound) problem(`${nameOf(person, dose)}: nobody announced stage ${stage} from ${toInstant(start)}`)
  if (namesSince(person, of).some((id) => person.listed.has(id))) return 'listed'
  if (!acts.some(({ kind }) => kind === 'taken' || kind === 'skipped'))
    problem(`${nameOf(person, dose)}: neither announced, nor listed, nor logged`)
  return 'loggedUnannounced'
}

/** How long after its time a dose is looked for on every device (ms). */
export const LOOKED_BACK_AFTER = 26 * HOUR

/** Returns the ids of a dose: one that has an instant and no time of day has another one after each journey. */
function namesSince({ stays }: Person, { dose, at, plan }: Reckoned): SlotId[] {
  if (!isFromLog(plan.schedule) && !isElapsed(plan.schedule)) return [dose.id]
  const later = stays.filter(({ from }) => from > at && from <= at + LOOKED_BACK_AFTER)
  const shown = later.map(({ zone }) => wallClockOf(zone).shownAt(at))
  return [dose.id, ...shown.map(({ date, time }) => doseOf(dose.medicationId, date, time).id)]
}

/** Whether the user had settled it before the stage was over, and did not undo that before it began. */
function isSettledIn(acts: readonly Act[], from: number, until: number): boolean {
  return acts.some(({ id, kind, at }) => {
    if (kind !== 'taken' && kind !== 'skipped') return false
    return at <= until && !acts.some(({ undoes, at: undone }) => undoes === id && undone < from)
  })
}

export const nameOf = (person: Pick<Person, 'name'>, { date, time }: Dose): string => `${person.name} ${date} ${time}`
