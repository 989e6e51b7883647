import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import { noticePath, withPerson } from '#domain/reminders/grouping.ts'
import { initialFor, type NoticePerson } from '#domain/reminders/notice-person.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Subject } from './content.ts'

export interface OpenDoses {
  /** All due at the same minute; at least one. */
  subjects: readonly Pick<Subject, 'slotId' | 'name' | 'dosage'>[]
  /** That minute in local time. */
  time: LocalTime
  /** Whose doses they are, if not the account's own. */
  about: NoticePerson | null
  /** Whether the medications may be named (R6.4). */
  isNamed: boolean
}

/**
 * Builds the mail about doses of one minute. The subject names no medicine, because lock screens show it. The text never
 * tells anyone to take something now.
 */
export function openDoseMail(to: string, { subjects, time, about, isNamed }: OpenDoses, origin: string): Mail {
  const clock = formatTime12(time)
  const isOne = subjects.length === 1
  const who = isNamed ? (about?.name ?? null) : initialFor(about)
  const what = isNamed ? namesOf(subjects) : isOne ? 'A medication' : `${subjects.length} medications`
  const marked = isNamed ? ', which you marked as important,' : ' you marked as important'
  const happened = `${who === null ? '' : `${who}: `}${what}${marked} ${isOne ? 'was' : 'were'} due at ${clock}. Nothing is logged for ${isOne ? 'it' : 'them'} yet.`
  const offline =
    'If you logged it on a device that has been offline since, there is nothing to do: it arrives when that device is online.'
  const unsure = about
    ? 'If you are not sure whether it was taken, ask a pharmacist or doctor before more is taken.'
    : 'If you are not sure whether you took it, ask your pharmacist or doctor before you take more.'
  const path = noticePath(subjects.map(({ slotId }) => slotId))
  const address = `${origin}${about ? withPerson(path, about.id) : path}`
  const off = 'You get this mail because the medication is marked as important. You can change that where you edit it.'
  return {
    to,
    subject: who === null ? `Not logged yet: ${clock}` : `Not logged yet for ${who}: ${clock}`,
    ...mailBody([happened, { says: 'Open Dosewell to log it:', link: address }, offline, unsure, off]),
  }
}

const namesOf = (subjects: OpenDoses['subjects']): string =>
  new Intl.ListFormat('en-AU').format(
    subjects.map(({ name, dosage }) => (dosage === '' ? name : `${name} (${dosage})`)),
  )
