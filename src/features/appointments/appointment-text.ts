import { isDuplicateAppointment } from '#domain/commands/appointment-effects.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatFullDate } from '#domain/lib/calendar-names.ts'
import { formatDate, formatTime12 } from '#domain/lib/local-time.ts'
import { listed } from '#domain/lib/text.ts'
import type { Appointment, AppointmentMoment } from '#domain/records/appointment.ts'
import { LEAD_LABELS } from '#domain/records/lead-labels.ts'

/** What was done with an appointment. */
export type Deed = 'added' | 'updated' | 'completed' | 'deleted'

/** The toast of each success (specification, section 8). */
export const SUCCESS: Record<Deed, Message> = {
  added: msg('Appointment added'),
  updated: msg('Appointment updated'),
  completed: msg('Appointment marked complete'),
  deleted: msg('Appointment deleted'),
}

const FAILURE: Record<Deed, Message> = {
  added: msg('Failed to add appointment'),
  updated: msg('Failed to update appointment'),
  completed: msg('Failed to update appointment'),
  deleted: msg('Failed to delete appointment'),
}

/** Returns the title of a failure, given its message (specification, section 8). */
export const failureTitle = (deed: Deed, message: string): string =>
  deed === 'added' && (/Duplicate|already have/.test(message) || isDuplicateAppointment(message))
    ? t('Duplicate Appointment')
    : t(FAILURE[deed])

/** Returns the title for a form that was left with unsaved input. */
export const unsavedTitle = ({ doctorName }: Pick<Appointment, 'doctorName'>): string =>
  doctorName
    ? t('The appointment with {doctorName} is not saved yet', { doctorName })
    : t('An appointment is not saved yet')

/** Returns `Fri, Nov 20, 2026`: the day of an appointment. */
export const dayText = ({ appointmentDate }: Pick<AppointmentMoment, 'appointmentDate'>): string =>
  formatFullDate(appointmentDate)

/**
 * Returns `Sarah Lee, Nov 20, 2026 at 2:30 PM`: which appointment a button is about, since one doctor may have several.
 */
export const whichText = (appointment: AppointmentMoment & Pick<Appointment, 'doctorName'>): string =>
  t('{doctorName}, {date} at {time}', {
    doctorName: appointment.doctorName,
    date: formatDate(appointment.appointmentDate),
    time: formatTime12(appointment.appointmentTime),
  })

/** Returns `Reminder 1 day before and 2 hours before`, in the order in which they come. */
export const reminderText = ({ remindBefore }: Pick<Appointment, 'remindBefore'>): string =>
  t('Reminder {leads}', { leads: listed(remindBefore.map((minutes) => t(LEAD_LABELS[minutes])).reverse()) })

/** Returns the link for a dialler, which needs the digits and the plus; null if the text holds no number to dial. */
export function telephoneLink(phoneNumber: string): string | null {
  const number = phoneNumber.replace(/[^\d+]/g, '')
  return /^\+?\d{3,}$/.test(number) ? `tel:${number}` : null
}
