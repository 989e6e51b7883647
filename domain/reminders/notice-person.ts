import { t } from '../language/translate.ts'
import type { UserId } from '../lib/ids.ts'
import { initialOf, type ListedPerson, type PersonColour } from '../records/person.ts'
import { DISCREET_TITLE } from './texts.ts'

/**
 * Somebody whom the account looks after, as its messages and notifications name them (docs/reminders.md, R11.2). The
 * account's own person is never named: null stands for it.
 */
export interface NoticePerson {
  /** The id of their data. */
  id: UserId
  name: string
  colour: PersonColour
}

/** Returns how notifications name somebody of the list of people. */
export const noticePersonOf = ({ id, name, colour, isSelf }: ListedPerson): NoticePerson | null =>
  isSelf ? null : { id: id as string as UserId, name, colour }

/** Returns the title with whose it is: `Mia: Coming up`. */
export const titleFor = (person: NoticePerson | null, title: string): string =>
  person ? `${person.name}: ${title}` : title

/** Returns what follows the name in the title of a reminder of these doses: `time for Amoxicillin`, `time for 2 doses`. */
export function reminderTitleAbout(names: readonly string[], stage: number): string {
  const [medicine = ''] = names
  const values = { count: names.length, minutes: stage }
  if (names.length === 1)
    return stage === 0
      ? t('time for {medicine}', { medicine })
      : t('time for {medicine} ({minutes} min reminder)', { medicine, minutes: stage })
  return stage === 0
    ? t('{count, plural, one {time for # dose} other {time for # doses}}', { count: names.length })
    : t('{count, plural, one {time for # dose} other {time for # doses}} ({minutes} min reminder)', values)
}

/** Returns all that discreet wording says (R3.7); of somebody else only their initial. */
export const discreetTitle = (initial: string | null): string =>
  initial === null ? t(DISCREET_TITLE) : t('A reminder for {initial}', { initial })

export const initialFor = (person: NoticePerson | null): string | null => person && initialOf(person.name)

/** Tags that say only what or when they are about. The others say which dose or appointment, and so whose. */
const SAYS_NOBODY = /^(at:.*|supply|missed)$/

/**
 * Returns the tag as messages and notifications about this person have it: what is about one person must not replace
 * what is about another (R11.2). It is short enough for a topic.
 */
export const tagFor = (person: Pick<NoticePerson, 'id'> | null, tag: string): string =>
  person && SAYS_NOBODY.test(tag) ? `${person.id.slice(-12)} ${tag}` : tag
