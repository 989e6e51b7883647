import { t } from '../language/translate.ts'
import { bare } from '../lib/bare.ts'
import { formatDate, type LocalDate } from '../lib/local-time.ts'
import { inRow } from '../lib/text.ts'
import { type Appointment, completedAppointments } from '../records/appointment.ts'
import { isActive, type Medication } from '../records/medication.ts'
import type { SupplyState } from '../supply/supply-state.ts'
import { leftText } from '../supply/supply-text.ts'

/** What is left of a medicine, in the words of the page for a visit. */
export interface SupplyLine {
  name: string
  /** `12 tablets left, until Thu, Dec 3`. */
  left: string
  /** `1 repeat left, script until Jan 1, 2027`; empty where nobody said anything about a script. */
  script: string
}

/**
 * Returns the day of the last visit before this one: of the completed appointments, the latest with the same doctor,
 * else the latest of all. Null if there is none; what nobody marked as completed may never have taken place.
 */
export function lastVisitBefore(
  visit: Pick<Appointment, 'id' | 'doctorName' | 'appointmentDate'>,
  all: readonly Appointment[],
  today: LocalDate,
): LocalDate | null {
  const before = completedAppointments(all).filter(
    ({ id, appointmentDate }) => id !== visit.id && appointmentDate <= today && appointmentDate < visit.appointmentDate,
  )
  const same = before.find(({ doctorName }) => bare(doctorName) === bare(visit.doctorName))
  return (same ?? before[0])?.appointmentDate ?? null
}

/** Returns what is left of every medicine that is taken and followed, by name. `now` is in ms. */
export function supplyLinesOf(
  supplies: readonly { medication: Medication; state: SupplyState | null }[],
  { now, zone }: { now: number; zone: string },
): SupplyLine[] {
  return supplies
    .filter(({ medication }) => isActive(medication, now, zone))
    .map(({ medication: { name, supply }, state }) => ({
      name,
      left: state ? leftText(state) : t('Not counted yet'),
      script: inRow([
        typeof supply?.repeatsLeft === 'number' &&
          t('{count, plural, one {# repeat left} other {# repeats left}}', { count: supply.repeatsLeft }),
        supply?.scriptExpiresOn && t('script until {date}', { date: formatDate(supply.scriptExpiresOn) }),
      ]),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
