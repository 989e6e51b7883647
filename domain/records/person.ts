import type { Role } from '../access/roles.ts'
import { t } from '../language/translate.ts'
import type { PersonId, UserId } from '../lib/ids.ts'
import type { Instant } from '../lib/instant.ts'
import type { Emergency } from './emergency-card.ts'

/** The colours in which people are told apart on screen. */
export const PERSON_COLOURS = ['blue', 'green', 'orange', 'purple', 'red', 'teal', 'pink', 'brown'] as const
export type PersonColour = (typeof PERSON_COLOURS)[number]

/** How many people an account may look after besides its own person, those shared with it included. */
export const MOST_PEOPLE = 20

/** Whose medicines they are: the account's own person, or somebody the account looks after. */
export interface ListedPerson {
  /** That of the account, for its own person. */
  id: PersonId
  name: string
  colour: PersonColour
  /** What the person is to the account that owns them ("daughter"), in its own words. */
  relation: string | null
  isSelf: boolean
  role: Role
  /** The plan zone. */
  timeZone: string
  /** The name of the account that shares the person; null for the account's own people. */
  sharedBy: string | null
  /** What DELETE /api/grants/:id ends, for a person shared by another account. */
  grantId: string | null
  /** When the sharing ends by itself. */
  sharedUntil: Instant | null
  /** Whether the account that shares the person needs a parent's consent again, and nobody sees them until then. */
  isWithheld: boolean
  /** Whether the account that shares the person has Premium, which decides for them; null where it is one's own plan. */
  hasPremium: boolean | null
  /** What was typed for their emergency card; null for the account's own person, whose card is in the profile. */
  emergency: Emergency | null
}

/**
 * Returns whether the account is reminded of a person's doses: of its own person's and of those without sign-in that
 * belong to it, but not of somebody's whom another account shares (docs/reminders.md, R11.5).
 */
export const isRemindedOf = ({ role }: Pick<ListedPerson, 'role'>): boolean => role === 'owner'

/** Returns the first character of a name that a reader sees: an accent or a joined emoji belongs to it. */
export const initialOf = (name: string): string => firstGrapheme(name.trim())?.toLocaleUpperCase() ?? '?'

function firstGrapheme(text: string): string | undefined {
  // Two of ASCII are never one character to a reader. The first segmenter of a page takes tens of milliseconds.
  if (/^[!-~](?:[ -~]|$)/.test(text)) return text[0]
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return first?.segment
}

/** Returns what a person is called beside others: the account's own is "You". */
export const nameOnScreen = ({ isSelf, name }: Pick<ListedPerson, 'isSelf' | 'name'>): string =>
  isSelf ? t('You') : name

/** Returns the id under which databases and requests name a person, as they name an account (decision 079). */
export const dataIdOf = (person: PersonId): UserId => person as string as UserId
