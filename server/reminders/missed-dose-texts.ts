import { t } from '#domain/language/translate.ts'
import { formatTime12, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { listed } from '#domain/lib/text.ts'
import { initialOf } from '#domain/records/person.ts'
import { noticePath, withPerson } from '#domain/reminders/grouping.ts'
import type { NoticePerson } from '#domain/reminders/notice-person.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Content, Subject } from './content.ts'

/** Doses of one moment of somebody whom a helper is told about. */
export interface MissedMoment {
  person: NoticePerson
  date: LocalDate
  /** The minute at which they were due, in the person's zone. */
  time: LocalTime
  subjects: readonly Pick<Subject, 'slotId' | 'name' | 'dosage'>[]
}

/** Returns the tag under which a moment is shown, so that what is logged replaces it. */
export const missedTag = ({ person, date, time }: Omit<MissedMoment, 'subjects'>): string =>
  `m ${person.id.slice(-12)} ${date} ${time}`

/** Returns the content of the notice that nobody has logged these doses (R11.3). */
export function missedContent(moment: MissedMoment, tag: string): Content {
  const { person, time, subjects } = moment
  const slotIds = subjects.map(({ slotId }) => slotId)
  const clock = formatTime12(time)
  return {
    kind: 'missed',
    person: person.id,
    whose: person,
    title: t('{name}: not logged yet', { name: person.name }),
    body: subjects
      .map((subject) => t('{medicine} was due at {time}', { medicine: nameOf(subject), time: clock }))
      .join('\n'),
    tag,
    path: withPerson(noticePath(slotIds), person.id),
    slotIds,
    silent: false,
    renotify: true,
  }
}

/** Returns what replaces that notice silently once all of them are logged or no longer open. */
export function withdrawnContent(moment: MissedMoment, tag: string): Content {
  const says = t('What was due at {time} is settled', { time: formatTime12(moment.time) })
  return {
    ...missedContent(moment, tag),
    title: t('{name}: settled', { name: moment.person.name }),
    body: says,
    discreetBody: says,
    silent: true,
    renotify: false,
  }
}

/** Builds the mail for a helper without a device that could be reached. Its subject says only the initial, and so does the rest if medicines are not named. */
export function missedMail(
  to: string,
  { person, time, subjects }: MissedMoment,
  isNamed: boolean,
  origin: string,
): Mail {
  const clock = formatTime12(time)
  const initial = initialOf(person.name)
  const name = isNamed ? person.name : initial
  const count = subjects.length
  const happened = isNamed
    ? t(
        '{count, plural, one {{name}: {medicines} marked as important was due at {time}. Nothing is logged for it yet.} other {{name}: {medicines} marked as important were due at {time}. Nothing is logged for them yet.}}',
        { count, name, medicines: listed(subjects.map(nameOf)), time: clock },
      )
    : t(
        '{count, plural, one {{name}: A medication marked as important was due at {time}. Nothing is logged for it yet.} other {{name}: # medications marked as important were due at {time}. Nothing is logged for them yet.}}',
        { count, name, time: clock },
      )
  const offline = t('It may have been logged on a device that has been offline since.')
  const link = `${origin}${withPerson(noticePath(subjects.map(({ slotId }) => slotId)), person.id)}`
  const off = t(
    'You get this mail because you help {name} and are told about open doses. You can end that in Dosewell.',
    { name },
  )
  return {
    to,
    subject: t('Not logged yet for {name}: {time}', { name: initial, time: clock }),
    ...mailBody([happened, { says: t('Open Dosewell to see it:'), link }, offline, off]),
  }
}

const nameOf = ({ name, dosage }: Pick<Subject, 'name' | 'dosage'>): string =>
  dosage === '' ? name : `${name} (${dosage})`
