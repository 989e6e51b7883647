import type { SlotView } from '#domain/doses/dose-views.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { type Appointment, upcomingAppointments } from '#domain/records/appointment.ts'
import type { ListedMedication } from '#domain/records/medication.ts'

/** Dashboard lists show at most this many (specification, section 9). */
export const MOST = 5

/** Returns the newest medications; inactive ones only if active ones leave room. The given list is newest first. */
export const recentMedications = (medications: readonly ListedMedication[]): ListedMedication[] =>
  [...medications].sort((a, b) => Number(b.isActive) - Number(a.isActive)).slice(0, MOST)

/**
 * Returns the next doses with a reminder still to come or active now; late and missed ones have none any more
 * (readings, Medications).
 */
export const upcomingReminders = (slots: readonly SlotView[]): SlotView[] =>
  slots
    .filter(({ state }) => state === 'due' || state === 'snoozed' || state === 'upcoming')
    .sort((a, b) => a.ringStart - b.ringStart)
    .slice(0, MOST)

/** Returns the next appointments; one from an earlier day that was never marked complete is not upcoming. */
export const nextAppointments = (appointments: readonly Appointment[], today: LocalDate): Appointment[] =>
  upcomingAppointments(appointments)
    .filter(({ appointmentDate }) => appointmentDate >= today)
    .slice(0, MOST)
