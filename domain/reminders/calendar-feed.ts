import type { SlotView } from '../doses/dose-views.ts'
import { isSettled } from '../doses/slot-state.ts'
import { t } from '../language/translate.ts'
import type { LocalDate } from '../lib/local-time.ts'
import { inRow } from '../lib/text.ts'
import { startOfDay } from '../lib/zone.ts'
import type { Wording } from '../protocol/push-answers.ts'
import type { Appointment } from '../records/appointment.ts'
import { noticePath, withPerson } from './grouping.ts'
import { appointmentEvent, ringingEvent } from './icalendar.ts'
import { calendarOf, escaped } from './icalendar-text.ts'
import { discreetTitle, initialFor, type NoticePerson, titleFor } from './notice-person.ts'

/** How many days ahead a calendar that subscribes sees. */
export const FEED_DAYS = 30

export interface Feed {
  /** The doses of the days. */
  views: readonly SlotView[]
  /** Appointments; those before the first day and completed ones are left out. */
  appointments: readonly Appointment[]
  /** Whose they are; null for the account's own person. */
  person: NoticePerson | null
  wording: Wording
  /** The plan zone. */
  zone: string
  /** The first day. */
  day: LocalDate
  /** The app's origin, such as `https://dosewell.example`. */
  origin: string
}

/**
 * Returns what a calendar that subscribes is given (RFC 5545, RFC 7986): each dose with its alarms, which are gone once
 * it is taken or skipped, and each appointment with its reminders. In discreet wording no name of a medicine, doctor or
 * place is in it. It changes only with the records and with the day, so that a calendar can ask whether it has.
 */
export function feedFile({ views, appointments, person, wording, zone, day, origin }: Feed): string {
  const isDiscreet = wording === 'discreet'
  const now = startOfDay(day, zone)
  const hidden = discreetTitle(initialFor(person))
  const said = (title: string): string => (isDiscreet ? hidden : titleFor(person, title))
  const pathFor = (path: string): string => (person ? withPerson(path, person.id) : path)
  const name = escaped(isDiscreet ? 'Dosewell' : titleFor(person, 'Dosewell'))
  const head = [`NAME:${name}`, `X-WR-CALNAME:${name}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']
  const doses = views.flatMap(({ slot, name, dosage, notices, state }) => {
    const alarm = { uid: slot.id, at: slot.at, path: pathFor(noticePath([slot.id])), before: notices?.headsUp ?? null }
    return ringingEvent(alarm, { title: said(inRow([name, dosage])), now, origin, rings: !isSettled(state) })
  })
  const visits = appointments
    .filter(({ isCompleted, appointmentDate }) => !isCompleted && appointmentDate >= day)
    .flatMap((appointment) => {
      const { doctorName } = appointment
      const title = said(t('Appointment with {doctorName}', { doctorName }))
      return appointmentEvent(appointment, { title, zone, now, isDiscreet })
    })
  return calendarOf([...doses, ...visits], head)
}
