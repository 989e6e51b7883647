import { msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
import { formatTime12, type LocalTime } from '../lib/local-time.ts'

/** The dose that a reminder is about. */
export interface ReminderSubject {
  name: string
  dosage: string
  time: LocalTime
}

/** Returns `Medication Reminder`, with the stage in parentheses for a repeat (specification, section 9). */
export const reminderTitle = (stage: number): string =>
  stage === 0 ? t('Medication Reminder') : t('Medication Reminder ({minutes} min reminder)', { minutes: stage })

/** Returns `Metformin XR (1000 mg) at 6:00 PM`. */
export const doseLine = (subject: ReminderSubject): string => t('{medicine} at {time}', wordsOf(subject))

/** Returns `Time to take Metformin XR (1000 mg) at 6:00 PM`. */
export const reminderBody = (subject: ReminderSubject): string =>
  t('Time to take {medicine} at {time}', wordsOf(subject))

const wordsOf = ({ name, dosage, time }: ReminderSubject) => ({
  medicine: dosage === '' ? name : `${name} (${dosage})`,
  time: formatTime12(time),
})

/** The title of the quiet notice before a dose. */
export const COMING_UP = msg('Coming up')

/** All that a locked screen shows of a reminder in discreet wording: no name, no dose (docs/reminders.md, R3.7). */
export const DISCREET_TITLE = msg('You have a reminder')

/**
 * Returns the sentence that is spoken; a repeat replaces 'Medication reminder' with the suffix label.
 * @param name whose dose it is, if it is somebody's whom the account looks after
 */
export function spokenReminder(subject: ReminderSubject, stage: number, name: string | null = null): string {
  const values = { medicine: subject.name, time: formatTime12(subject.time) }
  if (stage === 0)
    return name === null
      ? t("Medication reminder. It's time to take {medicine} at {time}", values)
      : t("Medication reminder for {person}. It's time to take {medicine} at {time}", { ...values, person: name })
  const repeat = { ...values, minutes: stage }
  return name === null
    ? t("{minutes} min reminder. It's time to take {medicine} at {time}", repeat)
    : t("{minutes} min reminder for {person}. It's time to take {medicine} at {time}", { ...repeat, person: name })
}
