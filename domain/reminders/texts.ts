import { formatTime12, type LocalTime } from '../lib/local-time.ts'

/** The dose that a reminder is about. */
export interface ReminderSubject {
  name: string
  dosage: string
  time: LocalTime
}

/** Returns `5 min reminder`. */
export const stageSuffix = (stage: number): string => `${stage} min reminder`

/** Returns `Medication Reminder`, with the stage in parentheses for a repeat (specification, section 9). */
export const reminderTitle = (stage: number): string =>
  stage === 0 ? 'Medication Reminder' : `Medication Reminder (${stageSuffix(stage)})`

/** Returns `Metformin XR (1000 mg) at 6:00 PM`. */
export function doseLine({ name, dosage, time }: ReminderSubject): string {
  return `${name}${dosage === '' ? '' : ` (${dosage})`} at ${formatTime12(time)}`
}

/** Returns `Time to take Metformin XR (1000 mg) at 6:00 PM`. */
export const reminderBody = (subject: ReminderSubject): string => `Time to take ${doseLine(subject)}`

/** The title of the quiet notice before a dose. */
export const COMING_UP = 'Coming up'

/** All that a locked screen shows of a reminder in discreet wording: no name, no dose (docs/reminders.md, R3.7). */
export const DISCREET_TITLE = 'You have a reminder'

/**
 * Returns the sentence that is spoken; a repeat replaces 'Medication reminder' with the suffix label.
 * @param name whose dose it is, if it is somebody's whom the account looks after
 */
export function spokenReminder(subject: ReminderSubject, stage: number, name: string | null = null): string {
  const opening = `${stage === 0 ? 'Medication reminder' : stageSuffix(stage)}${name === null ? '' : ` for ${name}`}`
  return `${opening}. It's time to take ${subject.name} at ${formatTime12(subject.time)}`
}
