import { laterOf } from '../lib/instant.ts'
import { type Appointment, changedAtOf } from '../records/appointment.ts'
import type { AppointmentChanges } from './appointment-effects.ts'
import { counts, type OriginsOf, withOrigin } from './origins.ts'

/**
 * What an appointment is merged by: each text alone, date and time as one, its reminders. Completion is for good and needs no
 * order.
 */
export const APPOINTMENT_UNITS = [
  'doctorName',
  'specialty',
  'location',
  'notes',
  'phoneNumber',
  'when',
  'remindBefore',
] as const
export type AppointmentUnit = (typeof APPOINTMENT_UNITS)[number]
export type AppointmentOrigins = OriginsOf<AppointmentUnit>

/** The units an edit touches, whether it changes their value or not. */
export const touchedAppointmentUnits = (changes: AppointmentChanges): AppointmentUnit[] =>
  APPOINTMENT_UNITS.filter((unit) => changes[unit] !== undefined)

/** The part of a replayed edit that is not older than what the record has. */
export const countingAppointmentChanges = (
  changes: AppointmentChanges,
  origins: AppointmentOrigins,
  seq: number,
): AppointmentChanges =>
  Object.fromEntries(
    touchedAppointmentUnits(changes)
      .filter((unit) => counts(origins, unit, seq))
      .map((unit) => [unit, changes[unit]]),
  )

/** Two states of one appointment, unit by unit, as `mergeRecord` does it for medications; completed in one is completed. */
export function mergeAppointment(
  record: Appointment,
  origins: AppointmentOrigins,
  given: Appointment,
  seq: number,
): { record: Appointment; origins: AppointmentOrigins } {
  const units = APPOINTMENT_UNITS.filter((unit) => counts(origins, unit, seq))
  const merged: Record<string, unknown> = {
    ...record,
    isCompleted: record.isCompleted || given.isCompleted,
    changedAt: laterOf(changedAtOf(record), changedAtOf(given)),
  }
  for (const unit of units) {
    if (unit === 'when') {
      merged.appointmentDate = given.appointmentDate
      merged.appointmentTime = given.appointmentTime
    } else merged[unit] = given[unit]
  }
  return { record: merged as unknown as Appointment, origins: withOrigin(origins, units, seq) }
}
