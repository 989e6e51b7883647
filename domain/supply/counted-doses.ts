import type { Amount } from '../lib/amount.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import type { Plan } from '../schedule/plan.ts'
import { projected } from '../schedule/projected.ts'
import { type Timetable, timetableOf } from '../schedule/timetable.ts'
import type { OpenMoment } from '../schedule/version-timetables.ts'

/** A plan from today on. */
export interface Ahead {
  plan: Plan
  /** The plan zone. */
  zone: string
  today: LocalDate
  /** The times of today's doses that are logged already. */
  settled?: ReadonlySet<LocalTime> | undefined
  /** The open dose of a plan that counts from the last one (`waitingSlot`); from there on each is taken on time. */
  open?: OpenMoment | null
}

type Counted = readonly { amount: Amount }[]

const NONE: Counted = []

/**
 * Returns which doses of a date take something of a supply, in order: what is planned, has an amount and is not logged
 * yet. Equal days have the same list. Meant for today and later.
 */
export function countedDoses(ahead: Ahead): (date: LocalDate) => Counted {
  const dosesOn = openDoses(ahead)
  return (date) => {
    const doses = dosesOn(date)
    return isCounted(doses) ? doses : NONE
  }
}

/** Returns the same with doses that have no amount. */
export function openDoses({ plan, zone, today, settled, open = null }: Ahead): Timetable {
  const dosesOn = timetableOf(plan, zone, projected(open, today, zone))
  if (!settled) return dosesOn
  return (date) => (date === today ? dosesOn(date).filter(({ time }) => !settled.has(time)) : dosesOn(date))
}

/** All doses of a date have an amount, or none has: they are of one plan, or of one step. */
const isCounted = (doses: readonly { amount: Amount | null }[]): doses is Counted => (doses[0]?.amount ?? null) !== null
