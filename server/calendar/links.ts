import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { CALENDAR_PATH, CALENDARS_AT_MOST, type CalendarLink } from '#domain/protocol/calendars.ts'
import type { Wording } from '#domain/protocol/push-answers.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { addToken, findByHash, revokeTokens, type TokenRow, works } from '../accounts/personal-tokens.ts'
import { personalTokens } from '../accounts/tables.ts'
import { hashOf } from '../accounts/token-hash.ts'
import { currentUser } from '../accounts/users.ts'
import type { Context } from '../http/context.ts'
import { peopleOf } from '../people/people.ts'
import { invalid } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'

/** A condition: the link of a calendar, and not a token for a program. */
const isCalendar = isNotNull(personalTokens.calendarOf)

const shown = ({ id, calendarOf, wording, createdAt, lastUsedAt }: TokenRow): CalendarLink => ({
  id,
  personId: calendarOf as PersonId,
  wording: wording ?? 'discreet',
  createdAt: toInstant(createdAt.getTime()),
  lastUsedAt: lastUsedAt && toInstant(lastUsedAt.getTime()),
})

/**
 * Makes a link for a calendar. Its address exists only in the answer; the table stores the hash of its secret.
 * @throws ApiError 400 for somebody whom the account may not see; 409 `limit_reached`; 410 if the account is gone
 */
export async function makeCalendar(
  context: Pick<Context, 'db' | 'clock' | 'random' | 'config'>,
  account: CurrentUser,
  asked: { personId: PersonId | null; wording: Wording },
): Promise<CalendarLink & { link: string }> {
  const { db, clock, random, config } = context
  const now = clock.now()
  const personId = asked.personId ?? (account.id as string as PersonId)
  if (!(await seenBy(context, account, personId))) throw invalid('personId', t('There is no such person.'))
  const secret = Buffer.from(random(32)).toString('base64url')
  const row: TokenRow = {
    id: newServerId(clock, random),
    userId: account.id,
    name: '',
    scopes: [],
    calendarOf: personId,
    wording: asked.wording,
    tokenHash: hashOf(secret),
    createdAt: new Date(now),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  }
  await addToken(db, row, {
    among: and(isCalendar, works(now)),
    most: CALENDARS_AT_MOST,
    refusal: t('You have as many calendar links as you may have. End one first.'),
  })
  return { ...shown(row), link: `${config.PUBLIC_URL}${CALENDAR_PATH}${secret}.ics` }
}

/** Returns the account's calendar links that work, the newest first. */
export async function calendarsOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
): Promise<CalendarLink[]> {
  const rows = await db
    .select()
    .from(personalTokens)
    .where(and(eq(personalTokens.userId, userId), isCalendar, works(clock.now())))
    .orderBy(desc(personalTokens.createdAt), desc(personalTokens.id))
  return rows.map(shown)
}

/** Ends one of the user's calendar links. Returns false if it is not the user's or already ended. */
export const endCalendar = async (
  context: Pick<Context, 'db' | 'clock' | 'journal'>,
  userId: string,
  id: string,
): Promise<boolean> =>
  (await revokeTokens(context, and(eq(personalTokens.userId, userId), eq(personalTokens.id, id), isCalendar))) > 0

/** What the secret of a link opens: whose plan, for which account, and how much of it is said. */
export interface OpenCalendar {
  id: string
  account: CurrentUser
  /** Null: deleted, or no longer shared with the account. */
  person: ListedPerson | null
  wording: Wording
}

/** Returns what this secret opens; null for one that never was, or was ended. */
export async function openCalendar(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  secret: string,
): Promise<OpenCalendar | null> {
  const found = await findByHash(context, secret, isCalendar)
  if (!found) return null
  const { id, calendarOf, wording } = found.token
  const account = currentUser(found.user, context.config, context.clock.now())
  const person = await seenBy(context, account, calendarOf as PersonId)
  return { id, account, person, wording: wording ?? 'discreet' }
}

/** Returns the person as the account may see them, or null. */
const seenBy = async (
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  account: CurrentUser,
  id: PersonId,
): Promise<ListedPerson | null> => (await peopleOf(context, account)).find((person) => person.id === id) ?? null
