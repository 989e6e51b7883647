import { and, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { type Instant, toInstant } from '#domain/lib/instant.ts'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import { type PersonalToken, TOKEN_PREFIX, TOKENS_AT_MOST, type TokenScope } from '#domain/protocol/tokens.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { isDiskFull } from '../platform/disk-watch.ts'
import { ApiError, invalid } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { type SyncState, stateColumns, stateOf } from '../sync/state.ts'
import { syncState } from '../sync/tables.ts'
import { personalTokens } from './tables.ts'
import { hashOf } from './token-hash.ts'

export type TokenRow = typeof personalTokens.$inferSelect

/** So that the row is not written on every request. */
const USED_EVERY = HOUR
/** How long a token is kept after it has stopped working. */
const ENDED_KEPT = 90 * DAY

const shown = ({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: TokenRow): PersonalToken => ({
  id,
  name,
  scopes,
  createdAt: toInstant(createdAt.getTime()),
  lastUsedAt: lastUsedAt && toInstant(lastUsedAt.getTime()),
  expiresAt: expiresAt && toInstant(expiresAt.getTime()),
})

/** A condition: not revoked, and not over at `now` (ms). */
export const works = (now: number) =>
  and(
    isNull(personalTokens.revokedAt),
    or(isNull(personalTokens.expiresAt), gt(personalTokens.expiresAt, new Date(now))),
  )

/** A condition: for a program, which always has a scope, and not the link of a calendar or a webhook. */
const isForProgram = sql`cardinality(${personalTokens.scopes}) > 0`

/**
 * Makes a token. It exists only in the answer; the table stores its hash.
 * @throws ApiError 400 for an end that has passed; 409 `limit_reached`; 410 if the account is gone
 */
export async function makeToken(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
  userId: string,
  asked: { name: string; scopes: readonly TokenScope[]; expiresAt: Instant | null },
): Promise<PersonalToken & { token: string }> {
  const now = clock.now()
  if (asked.expiresAt !== null && Date.parse(asked.expiresAt) <= now)
    throw invalid('expiresAt', t('The end of the token must be in the future.'))
  const token = `${TOKEN_PREFIX}${Buffer.from(random(32)).toString('base64url')}`
  const row: TokenRow = {
    id: newServerId(clock, random),
    userId,
    name: asked.name,
    scopes: [...new Set(asked.scopes)],
    calendarOf: null,
    wording: null,
    tokenHash: hashOf(token),
    createdAt: new Date(now),
    lastUsedAt: null,
    expiresAt: asked.expiresAt === null ? null : new Date(asked.expiresAt),
    revokedAt: null,
  }
  await addToken(db, row, {
    among: and(isForProgram, works(now)),
    most: TOKENS_AT_MOST,
    refusal: t('You have as many tokens as you may have. Revoke one first.'),
  })
  return { ...shown(row), token }
}

/**
 * Stores a token, unless the account has `most` of those `among` which it is already. `also` joins the transaction.
 * @throws ApiError 409 `limit_reached` with the refusal; 410 if the account is gone
 */
export async function addToken(
  db: Database,
  row: TokenRow,
  {
    among,
    most,
    refusal,
    also,
  }: { among: SQL | undefined; most: number; refusal: string; also?: (tx: Database) => Promise<unknown> },
): Promise<void> {
  await transaction(db, async (tx) => {
    // Two requests at once count one after the other, and a deletion comes before or after.
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, row.userId)).for('update')
    if (!account) throw new ApiError(410, 'account_gone', t('This account was deleted.'))
    const there = await tx.$count(personalTokens, and(eq(personalTokens.userId, row.userId), among))
    if (there >= most) throw new ApiError(409, 'limit_reached', refusal)
    await tx.insert(personalTokens).values(row)
    await also?.(tx)
  })
}

/** Returns the account's tokens that work, the newest first. */
export async function tokensOf({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: string): Promise<PersonalToken[]> {
  const rows = await db
    .select()
    .from(personalTokens)
    .where(and(eq(personalTokens.userId, userId), isForProgram, works(clock.now())))
    .orderBy(desc(personalTokens.createdAt), desc(personalTokens.id))
  return rows.map(shown)
}

/** Ends the matching tokens that work. Returns their ids. */
export async function endTokens(tx: Database, which: SQL | undefined, at: Date): Promise<string[]> {
  const ended = await tx
    .update(personalTokens)
    .set({ revokedAt: at })
    .where(and(which, isNull(personalTokens.revokedAt)))
    .returning({ id: personalTokens.id })
  return ended.map(({ id }) => id)
}

/** Ends the matching tokens for good: a restore does not bring them back. Returns how many there were. */
export async function revokeTokens(
  { db, clock, journal }: Pick<Context, 'db' | 'clock' | 'journal'>,
  which: SQL | undefined,
): Promise<number> {
  const now = clock.now()
  const ended = await endTokens(db, which, new Date(now))
  await journal.record(...ended.map((id) => ({ kind: 'token', id, at: toInstant(now) }) as const))
  return ended.length
}

/** Revokes one of the user's tokens. Returns false if it is not the user's or already revoked. */
export const revokeToken = async (
  context: Pick<Context, 'db' | 'clock' | 'journal'>,
  userId: string,
  id: string,
): Promise<boolean> =>
  (await revokeTokens(context, and(eq(personalTokens.userId, userId), eq(personalTokens.id, id), isForProgram))) > 0

/** Returns the token of a program if it works, whose it is, and what the account had committed then; null otherwise. */
export const findToken = (context: Pick<Context, 'db' | 'clock'>, token: string) =>
  findByHash(context, token, isForProgram)

/**
 * Returns what has this secret, is among `which` and works, whose it is, and what the account had committed then; null
 * otherwise. Notes that it was used.
 */
export async function findByHash(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  secret: string,
  which: SQL,
): Promise<{ token: TokenRow; user: typeof users.$inferSelect; state: SyncState } | null> {
  const now = clock.now()
  const [found] = await db
    .select({ token: personalTokens, user: users, state: stateColumns })
    .from(personalTokens)
    .innerJoin(users, eq(users.id, personalTokens.userId))
    .leftJoin(syncState, eq(syncState.userId, users.id))
    .where(and(eq(personalTokens.tokenHash, hashOf(secret)), which, works(now)))
  if (!found) return null
  const { id, lastUsedAt } = found.token
  if (lastUsedAt === null || now - lastUsedAt.getTime() >= USED_EVERY) await noteUse(db, id, now)
  return { ...found, state: stateOf(found.state) }
}

/** Without room in the database, reading still works, and the next request tries again. */
async function noteUse(db: Database, id: string, now: number): Promise<void> {
  try {
    await db
      .update(personalTokens)
      .set({ lastUsedAt: new Date(now) })
      .where(eq(personalTokens.id, id))
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Deletes tokens that were revoked or lapsed more than 90 days ago. */
export async function purgeTokens(db: Database, now: number): Promise<void> {
  const longAgo = new Date(now - ENDED_KEPT)
  await db
    .delete(personalTokens)
    .where(or(lt(personalTokens.revokedAt, longAgo), lt(personalTokens.expiresAt, longAgo)))
}
