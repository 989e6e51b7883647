import { laterOf } from '../lib/instant.ts'
import { type Appointment, changedAtOf } from '../records/appointment.ts'
import type { AppointmentChanges } from './appointment-effects.ts'
import { counts, type OriginsOf, withOrigin } from './origins.ts'

/**
 * The units by which an appointment is merged: each text on its own, date and time together, its reminders. Completion
 * is final and needs no order.
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

/** Returns the units an edit touches, whether it changes their value or not. */
export const touchedAppointmentUnits = (changes: AppointmentChanges): AppointmentUnit[] =>
  APPOINTMENT_UNITS.filter((unit) => changes[unit] !== undefined)

/** Returns the part of a replayed edit that is not older than the record. */
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

/**
 * Merges two states of one appointment unit by unit, as `mergeRecord` does for medications. If it is completed in one,
 * it is completed.
 */
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
