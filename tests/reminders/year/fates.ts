import { toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY, type LocalDate, MINUTE } from '#domain/lib/local-time.ts'
import { type WallClock, wallClockOf } from '#tests/reminders/wall-clock.ts'
import type { YearCounts } from './counts.ts'
import { type Act, byEntry, type Dose, doseOf } from './knowledge.ts'
import type { Person } from './people.ts'
import { isElapsed, momentsOn, type YearPlan } from './plans.ts'
import { STAGE_MINUTES } from './sends-reckoning.ts'

/** What became of one stage of a reminder. */
export type Fate = 'announced' | 'settled' | 'snoozedAway' | 'moved' | 'listed' | 'loggedUnannounced'

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
        for (const version of versions) {
          for (const { time, at } of momentsOn(version.plan, date, clock)) {
            const isInForce = versions.findLast((one) => one.from <= at) === version
            if (at >= begin && at < end && isInForce)
              found.push({ dose: doseOf(medicationId, date, time), at, clock, plan: version.plan })
          }
        }
      }
    }
  })
  return found
}

/** Accounts for every stage of every reminder in that period: exactly one fate each, with its reason. */
export function reckonFates(person: Person, from: number, to: number, ports: FatePorts): void {
  for (const { dose, at, clock, plan } of dosesOf(person, from, to)) {
    ports.counts.doses += 1
    if (isElapsed(plan.schedule)) ports.counts.dosesByElapsedHours += 1
    const acts = person.server.acts(dose)
    const placeOf = ({ to }: Act) => (to ? clock.instantOf(dose.date, to) : at)
    const moves = acts.filter(({ kind }) => kind === 'moved')
    const ends = acts.filter(({ kind, until }) => kind === 'snoozed' && (until > at || moves.length > 0))
    const starts = new Set([at, ...ends.map(({ until }) => until), ...moves.map(placeOf)])
    for (const start of starts) {
      for (const stage of STAGE_MINUTES) {
        ports.counts.reminderStages += 1
        ports.counts[fateOf(person, { dose, at, acts, placeOf }, start, stage, ports)] += 1
      }
    }
  }
}

/** A dose with everything done about it; `at`: as planned, `placeOf`: where a move moves it (ms). */
interface Reckoned {
  dose: Dose
  at: number
  acts: readonly Act[]
  placeOf(move: Act): number
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
  const key = `${dose.id}|${toInstant(start)}|${stage}`
  const times = person.devices.map(({ announced }) => announced.get(key) ?? 0)
  if (times.some((count) => count > 1))
    problem(`${nameOf(person, dose)}: stage ${stage} was announced twice on one device`)
  if (times.some((count) => count > 0)) return 'announced'
  if (person.devices.some(({ shownAsSent }) => shownAsSent.has(dose.id))) return 'announced'
  const from = start + stage * MINUTE
  const until = from + (stage === 10 ? 30_000 : 5 * MINUTE)
  if (isSettledIn(acts, from, until) || person.server.isAnswered(dose)) return 'settled'
  if (acts.some(({ kind, at, until: end }) => kind === 'snoozed' && at <= until && end > start)) return 'snoozedAway'
  if (isMovedAway(of, start, until) || isMovedAcross(person, of, start, until)) return 'moved'
  const versions = person.server.plans.get(dose.medicationId) ?? []
  // An edit that had not reached the server, or another zone that came into force: it was planned for another time
  // then.
  if (versions.some((version) => version.from <= until && version.learned > from)) return 'moved'
  if (person.stays.some((stay, index) => index > 0 && stay.from > start && stay.from <= until)) return 'moved'
  // The other devices do not know yet what was done on a device without a network.
  const isUnheard = acts.some((act) => act.at <= until && person.server.heard(act) > from)
  const couldSound =
    !isUnheard && wasUp(from) && person.devices.some(({ awake, online }) => awake.isOn(from) && online.isOn(from))
  if (couldSound) problem(`${nameOf(person, dose)}: nobody announced stage ${stage} from ${toInstant(start)}`)
  if (person.listed.has(dose.id)) return 'listed'
  if (!acts.some(({ kind }) => kind === 'taken' || kind === 'skipped'))
    problem(`${nameOf(person, dose)}: neither announced, nor listed, nor logged`)
  return 'loggedUnannounced'
}

/** Whether the user had settled it before the stage was over, and did not undo that before it began. */
function isSettledIn(acts: readonly Act[], from: number, until: number): boolean {
  return acts.some(({ id, kind, at }) => {
    if (kind !== 'taken' && kind !== 'skipped') return false
    return at <= until && !acts.some(({ undoes, at: undone }) => undoes === id && undone < from)
  })
}

export const nameOf = (person: Person, { date, time }: Dose): string => `${person.name} ${date} ${time}`
