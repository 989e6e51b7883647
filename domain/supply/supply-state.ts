import { loggedMoment } from '../doses/answered-dose.ts'
import { settles, standingEvents as standingDoses } from '../doses/slot-outcome.ts'
import type { Amount } from '../lib/amount.ts'
import { type Instant, msOf, toInstant } from '../lib/instant.ts'
import { addDays, DAY, daysBetween, type LocalDate } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import type { SupplyEvent } from '../records/supply-event.ts'
import { doseLogOf, loggedDoses } from '../schedule/dose-log.ts'
import { planOf } from '../schedule/plan.ts'
import { waitingSlot } from '../schedule/slots.ts'
import type { Ahead } from './counted-doses.ts'
import type { Followed } from './followed.ts'
import { type OnHand, onHandOf, standingEvents, type TakenAmount } from './on-hand.ts'
import { openToday } from './open-today.ts'
import { DAYS_OF_ESTIMATE, estimatedRunOut, type RunOut, runOutOf } from './run-out.ts'
import { supplyUnitOf } from './supply-unit.ts'
import { takenAmounts } from './taken-amounts.ts'

/** What is there of a medicine and what follows from it (additions, 2.2). Dates are of the plan zone. */
export interface SupplyState {
  unit: string
  /** Null while nothing was counted or added. */
  onHand: OnHand | null
  /** The first day with a dose that cannot be served in full; null if that is more than 366 days away, or not known. */
  runsOutOn: LocalDate | null
  /** Whether that day follows from the last 28 days: nothing is planned. */
  isEstimate: boolean
  /** From today to `runsOutOn`. */
  daysLeft: number | null
  /** The latest day to book an appointment for a new script; null unless there are no repeats left. */
  bookBy: LocalDate | null
  /** The latest event that stands and brought something, or counted; null if there is none. */
  latest: SupplyEvent | null
}

export interface SupplyInput {
  medication: Medication
  /** All of the medication. */
  events: readonly SupplyEvent[]
  /** Those of the medication since `dosesSince`, in any order, and everything that undoes one of them. */
  doses: readonly DoseEvent[]
  /** The medications that its plan follows (`followedOf`). */
  followed: readonly Followed[]
  now: number
  /** The plan zone. */
  zone: string
}

/**
 * Returns from when on doses matter: since the event from which is counted, and at least for the days from which
 * as-needed doses are estimated. Null if nothing was counted.
 * @param now milliseconds since the epoch
 */
export function dosesSince(events: readonly SupplyEvent[], now: number): Instant | null {
  const standing = standingEvents(events)
  const start = standing.findLast(({ kind }) => kind === 'counted') ?? standing.find(({ kind }) => kind === 'added')
  return start === undefined ? null : toInstant(Math.min(msOf(start.at), now - DAYS_OF_ESTIMATE * DAY))
}

/** Returns the state of a supply; null where the plan has no amounts, so that nothing can be counted. */
export function supplyStateOf(input: SupplyInput): SupplyState | null {
  const { medication, events, now, zone } = input
  const unit = supplyUnitOf(medication)
  if (unit === null) return null
  const taken = takenOf(input)
  const onHand = onHandOf(events, taken)
  const today = localAt(now, zone).date
  const runOut = onHand && runOutOfMedication(input, onHand.amount, taken)
  const runsOutOn = runOut?.on ?? null
  return {
    unit,
    onHand,
    runsOutOn,
    isEstimate: runsOutOn !== null && isEstimated(input),
    daysLeft: runsOutOn && daysBetween(today, runsOutOn),
    bookBy: runsOutOn && bookByOf(medication, runOut?.lastServedOn ?? today),
    latest: standingEvents(events).findLast(({ kind }) => kind === 'added' || kind === 'counted') ?? null,
  }
}

type Doses = Pick<SupplyInput, 'medication' | 'doses' | 'zone'>

/** Returns what the doses that were taken and not undone took away. */
export function takenOf({ medication, doses, zone }: Doses): TakenAmount[] {
  const amountOf = takenAmounts(medication, zone)
  return standingDoses(doses).flatMap((event): TakenAmount[] => {
    const amount = event.kind === 'taken' ? amountOf(event) : null
    return amount === null ? [] : [{ at: event.at, amount }]
  })
}

/** The day before the last served dose, and as much earlier as an appointment takes (additions, 2.2). */
function bookByOf({ supply }: Medication, lastServedOn: LocalDate): LocalDate | null {
  if (supply?.repeatsLeft !== 0) return null
  return addDays(lastServedOn, -1 - supply.leadDays)
}

/**
 * Returns whether only what was taken tells how long a supply lasts: nothing is planned ahead of what is taken when
 * needed, or after something that is. Nothing at all comes after a medication that was stopped.
 */
export function isEstimated({ medication, followed }: Pick<SupplyInput, 'medication' | 'followed'>): boolean {
  const last = followed.at(-1)?.medication ?? medication
  return last.schedule.kind === 'as-needed' && followed.every((other) => other.medication.stoppedAt === null)
}

/** What nobody takes any more does not run out. */
function runOutOfMedication(input: SupplyInput, onHand: Amount, taken: readonly TakenAmount[]): RunOut | null {
  const { medication, now, zone } = input
  if (medication.stoppedAt !== null) return null
  if (!isEstimated(input)) return runOutOf({ ...aheadOf(input), onHand })
  const on = estimatedRunOut(onHand, taken, toInstant(now), localAt(now, zone).date)
  return on && { on, lastServedOn: on }
}

/** Returns the plan from today on, with what of it is logged already. */
export function aheadOf({ medication, doses, followed, now, zone }: Omit<SupplyInput, 'events'>): Ahead {
  const today = localAt(now, zone).date
  const [next, ...others] = followed
  const log = doseLogOf({ medications: [medication], events: [...doses, ...(next?.doses ?? [])] })
  // What followed a dose from before `followedSince` was not corrected since.
  const recent = addDays(today, -3)
  const settled = new Set(
    standingDoses(doses).flatMap((event) => {
      const { snapshot } = event
      if (!settles(event) || snapshot.date === null || snapshot.date < recent) return []
      const logged = loggedMoment(snapshot, zone)
      if (logged === null) return []
      // Where it has become another dose, it counts for that one.
      const become = log.becomes(medication, logged, zone)
      return [logged, ...(become ? [become] : [])].flatMap((slot) => (slot.date === today ? slot.time : []))
    }),
  )
  const open = waitingSlot(medication, zone, log)
  return {
    plan: planOf(medication),
    zone,
    today,
    settled,
    openToday: openToday(medication, { doses, today, settled, now, zone }),
    open,
    followed: next && {
      logged: loggedDoses(next.doses),
      ahead: next.medication.stoppedAt === null ? aheadOf({ ...next, followed: others, now, zone }) : null,
    },
  }
}
