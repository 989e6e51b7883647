import { t } from '#domain/language/translate.ts'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import { listed } from '#domain/lib/text.ts'
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
  const who = isNamed ? (about?.name ?? null) : initialFor(about)
  const happened = happenedOf(subjects, isNamed, clock)
  const offline = t(
    'If you logged it on a device that has been offline since, there is nothing to do: it arrives when that device is online.',
  )
  const unsure = about
    ? t('If you are not sure whether it was taken, ask a pharmacist or doctor before more is taken.')
    : t('If you are not sure whether you took it, ask your pharmacist or doctor before you take more.')
  const path = noticePath(subjects.map(({ slotId }) => slotId))
  const address = `${origin}${about ? withPerson(path, about.id) : path}`
  const off = t(
    'You get this mail because the medication is marked as important. You can change that where you edit it.',
  )
  return {
    to,
    subject:
      who === null
        ? t('Not logged yet: {time}', { time: clock })
        : t('Not logged yet for {name}: {time}', { name: who, time: clock }),
    ...mailBody([
      who === null ? happened : `${who}: ${happened}`,
      { says: t('Open Dosewell to log it:'), link: address },
      offline,
      unsure,
      off,
    ]),
  }
}

function happenedOf(subjects: OpenDoses['subjects'], isNamed: boolean, time: string): string {
  const count = subjects.length
  if (!isNamed)
    return t(
      '{count, plural, one {A medication you marked as important was due at {time}. Nothing is logged for it yet.} other {# medications you marked as important were due at {time}. Nothing is logged for them yet.}}',
      { count, time },
    )
  const medicines = listed(subjects.map(({ name, dosage }) => (dosage === '' ? name : `${name} (${dosage})`)))
  return t(
    '{count, plural, one {{medicines}, which you marked as important, was due at {time}. Nothing is logged for it yet.} other {{medicines}, which you marked as important, were due at {time}. Nothing is logged for them yet.}}',
    { count, medicines, time },
  )
}
