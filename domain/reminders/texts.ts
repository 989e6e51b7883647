import { formatTime12, type LocalTime } from '../lib/local-time.ts'
import type { Stage } from './alerts.ts'

/** The dose that a reminder is about. */
export interface ReminderSubject {
  name: string
  dosage: string
  time: LocalTime
}

const suffix = (stage: Stage): string => (stage === 0 ? '' : `${stage} min reminder`)

/** Returns `Medication Reminder`, with the stage in parentheses for a repeat (specification, section 9). */
export const reminderTitle = (stage: Stage): string =>
  stage === 0 ? 'Medication Reminder' : `Medication Reminder (${suffix(stage)})`

/** Returns `Time to take Metformin XR (1000 mg) at 6:00 PM`. */
export function reminderBody(subject: ReminderSubject): string {
  const dosage = subject.dosage === '' ? '' : ` (${subject.dosage})`
  return `Time to take ${subject.name}${dosage} at ${formatTime12(subject.time)}`
}

/** All that a locked screen shows of a reminder in discreet wording: no name, no dose (docs/reminders.md, R3.7). */
export const DISCREET_TITLE = 'You have a reminder'

/** Returns the sentence that is spoken; a repeat replaces 'Medication reminder' with the suffix label. */
export function spokenReminder(subject: ReminderSubject, stage: Stage): string {
  const opening = stage === 0 ? 'Medication reminder' : suffix(stage)
  return `${opening}. It's time to take ${subject.name} at ${formatTime12(subject.time)}`
}
