import { formatTime12, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { noticePath, withPerson } from '#domain/reminders/grouping.ts'
import { initialFor, type NoticePerson } from '#domain/reminders/notice-person.ts'
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
  const due = `due at ${formatTime12(time)}`
  return {
    kind: 'missed',
    person: person.id,
    whose: person,
    title: `${person.name}: not logged yet`,
    body: subjects.map((subject) => `${nameOf(subject)} was ${due}`).join('\n'),
    tag,
    path: withPerson(noticePath(slotIds), person.id),
    slotIds,
    silent: false,
    renotify: true,
  }
}

/** Returns what replaces that notice silently once all of them are logged or no longer open. */
export function withdrawnContent(moment: MissedMoment, tag: string): Content {
  const says = `What was due at ${formatTime12(moment.time)} is settled`
  return {
    ...missedContent(moment, tag),
    title: `${moment.person.name}: settled`,
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
  const isOne = subjects.length === 1
  const counted = isOne ? 'A medication' : `${subjects.length} medications`
  const what = isNamed ? new Intl.ListFormat('en-AU').format(subjects.map(nameOf)) : counted
  const initial = initialFor(person)
  const who = isNamed ? person.name : initial
  const happened = `${who}: ${what} marked as important ${isOne ? 'was' : 'were'} due at ${clock}. Nothing is logged for ${isOne ? 'it' : 'them'} yet.`
  const offline = 'It may have been logged on a device that has been offline since.'
  const link = `${origin}${withPerson(noticePath(subjects.map(({ slotId }) => slotId)), person.id)}`
  const off = `You get this mail because you help ${who} and are told about open doses. You can end that in Dosewell.`
  return {
    to,
    subject: `Not logged yet for ${initial}: ${clock}`,
    ...mailBody([happened, { says: 'Open Dosewell to see it:', link }, offline, off]),
  }
}

const nameOf = ({ name, dosage }: Pick<Subject, 'name' | 'dosage'>): string =>
  dosage === '' ? name : `${name} (${dosage})`
