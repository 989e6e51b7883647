import type { SlotView } from '#domain/doses/dose-views.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { type Appointment, upcomingAppointments } from '#domain/records/appointment.ts'
import type { ListedMedication } from '#domain/records/medication.ts'

/** Dashboard lists show at most this many (specification, section 9). */
export const MOST = 5

/** The newest medications; inactive ones only where active ones leave room. The list given is the newest first. */
export const recentMedications = (medications: readonly ListedMedication[]): ListedMedication[] =>
  [...medications].sort((a, b) => Number(b.isActive) - Number(a.isActive)).slice(0, MOST)

/** The next doses that are to ring or ring now; a late or missed one rings no more (readings, Medications). */
export const upcomingReminders = (slots: readonly SlotView[]): SlotView[] =>
  slots
    .filter(({ state }) => state === 'due' || state === 'snoozed' || state === 'upcoming')
    .sort((a, b) => a.ringStart - b.ringStart)
    .slice(0, MOST)

/** The next appointments; one of an earlier day that nobody marked as complete is not still to come. */
export const nextAppointments = (appointments: readonly Appointment[], today: LocalDate): Appointment[] =>
  upcomingAppointments(appointments)
    .filter(({ appointmentDate }) => appointmentDate >= today)
    .slice(0, MOST)
