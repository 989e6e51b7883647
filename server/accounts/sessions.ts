import { and, desc, eq, exists, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { SignedInDevice } from '#domain/protocol/account.ts'
import type { Database } from '../db/database.ts'
import { rowsAsJson } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { isDiskFull } from '../platform/disk-watch.ts'
import { newServerId } from '../platform/ids.ts'
import { together } from '../platform/together.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import { type SyncState, stateColumns, stateOf } from '../sync/state.ts'
import { syncState } from '../sync/tables.ts'
import { isAccount } from './is-account.ts'
import { endTokens, revokeTokens } from './personal-tokens.ts'
import { personalTokens, sessions } from './tables.ts'
import { hashOf } from './token-hash.ts'

export type SessionRow = typeof sessions.$inferSelect
export type UserRow = typeof users.$inferSelect

/** A phone unused for three weeks is still signed in; each day of use renews the session (docs/security.md). */
export const SESSION_LENGTH = 180 * DAY
/** So that the row is not written on every request. */
const SEEN_EVERY = HOUR

/**
 * Signs a device in. The token exists only in the response; the table stores its hash. Returns null if the account was
 * deleted.
 */
export async function openSession(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
  account: { userId: string; deviceName: string },
): Promise<string | null> {
  const token = Buffer.from(random(32)).toString('base64url')
  const now = clock.now()
  const session: SessionRow = {
    id: newServerId(clock, random),
    userId: account.userId,
    tokenHash: hashOf(token),
    deviceName: account.deviceName,
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: new Date(now + SESSION_LENGTH),
    revokedAt: null,
  }
  const opened = await db
    .insert(sessions)
    .select(sql`${rowsAsJson(sessions, [session])} where ${isAccount(account.userId)}`)
    .returning({ id: sessions.id })
  return opened.length === 0 ? null : token
}

export type Found =
  | { kind: 'none' }
  /** The account was deleted. The device that still holds its data is told whose it was (docs/sync-spec.md, S8). */
  | { kind: 'gone'; userId: string }
  /**
   * `renewed`: the 180 days have started again, so the cookie has to be renewed too. `state`: what the account had
   * committed when `user` was read.
   */
  | { kind: 'open'; session: SessionRow; user: UserRow; state: SyncState; renewed: boolean }

/**
 * Returns the function that finds the session which a token currently opens. Every request of a browser begins with it,
 * so it is one statement for all that come at the same moment, which the database keeps planned. Nothing of it is kept
 * here: a session that ends, a consent or a plan count from the next request on, on every server.
 */
export function sessionFinder({ db, clock }: Pick<Context, 'db' | 'clock'>): (token: string) => Promise<Found> {
  const ofTokens = db
    .select({ session: sessions, user: users, state: stateColumns })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .leftJoin(syncState, eq(syncState.userId, users.id))
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('hashes')}::text[])`)
    .prepare('sessions_of_tokens')
  const find = together(async (hashes: string[]) => {
    const rows = await ofTokens.execute({ hashes: `{${hashes.join(',')}}` })
    return new Map(rows.map((row) => [row.session.tokenHash, row]))
  })
  return async (token) => {
    const row = await find(hashOf(token))
    if (!row) return { kind: 'none' }
    if (!row.user) return { kind: 'gone', userId: row.session.userId }
    const now = clock.now()
    const { session, user } = row
    if (session.revokedAt !== null || session.expiresAt.getTime() <= now) return { kind: 'none' }
    const isOld = now - session.lastSeenAt.getTime() >= SEEN_EVERY
    const renewed = isOld && (await renew(db, session.id, now))
    return { kind: 'open', session, user, state: stateOf(row.state), renewed }
  }
}

/** Returns false if the database has no room: reading still works, and the next request tries again. */
async function renew(db: Database, id: string, now: number): Promise<boolean> {
  try {
    await db
      .update(sessions)
      .set({ lastSeenAt: new Date(now), expiresAt: new Date(now + SESSION_LENGTH) })
      .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}

/** What ending sessions needs from the server. */
type EndingContext = Pick<Context, 'db' | 'clock' | 'changeNotifications' | 'journal'>

/**
 * Ends the matching active sessions, each with its open connections and push subscription. Returns the ended sessions.
 */
async function endThose(
  { db, clock, changeNotifications, journal }: EndingContext,
  which: SQL | undefined,
): Promise<{ sessionId: string; userId: string }[]> {
  const now = clock.now()
  const { ended, silenced } = await transaction(db, async (tx) => {
    const ended = await tx
      .update(sessions)
      .set({ revokedAt: new Date(now) })
      .where(and(which, isNull(sessions.revokedAt)))
      .returning({ sessionId: sessions.id, userId: sessions.userId })
    const ids = ended.map(({ sessionId }) => sessionId)
    return { ended, silenced: await endSubscriptions(tx, inArray(pushSubscriptions.sessionId, ids)) }
  })
  const at = toInstant(now)
  for (const session of ended) changeNotifications.publish({ kind: 'session-ended', ...session })
  await journal.record(
    ...ended.map(({ sessionId }) => ({ kind: 'session', id: sessionId, at }) as const),
    // By their own ids too: an older database state may list them under an earlier session of the device.
    ...silenced.map((id) => ({ kind: 'subscription', id, at }) as const),
  )
  return ended
}

/**
 * Ends the session of the token and returns whose it was, or null if none was ended. Unknown and already ended sessions
 * are left alone.
 */
export async function endSession(context: EndingContext, token: string): Promise<string | null> {
  const [session] = await endThose(context, eq(sessions.tokenHash, hashOf(token)))
  return session?.userId ?? null
}

/** Signs one of the user's devices out. Returns false if it is not the user's or already signed out. */
export async function endDevice(context: EndingContext, userId: string, id: string): Promise<boolean> {
  const ended = await endThose(context, and(eq(sessions.userId, userId), eq(sessions.id, id)))
  return ended.length > 0
}

/** Signs out all of the user's devices except the one with this session, and every program with a personal token. */
export async function endOtherDevices(
  context: EndingContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await endThose(context, and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
  await revokeTokens(context, eq(personalTokens.userId, userId))
}

/**
 * Returns the devices on which the user is signed in, the most recently seen first. `here` is the session making the
 * request.
 */
export async function devicesOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { userId, here }: { userId: string; here: string },
): Promise<SignedInDevice[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(clock.now()))))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map(({ id, deviceName, createdAt, lastSeenAt }) => ({
    id,
    deviceName,
    signedInAt: toInstant(createdAt.getTime()),
    lastSeenAt: toInstant(lastSeenAt.getTime()),
    isThisOne: id === here,
  }))
}

/**
 * Ends all sessions of the account with their open connections, its personal tokens, and all its subscriptions (R4.3).
 * This is "reset password", since there is no password. `alongside` joins the same transaction.
 */
export async function endAllSessions(
  { db, clock, changeNotifications, journal }: EndingContext,
  userId: string,
  alongside: (tx: Database) => Promise<void> = async () => {},
): Promise<void> {
  const now = clock.now()
  await transaction(db, async (tx) => {
    await tx
      .update(sessions)
      .set({ revokedAt: new Date(now) })
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now))))
    await endSubscriptions(tx, eq(pushSubscriptions.userId, userId))
    await endTokens(tx, eq(personalTokens.userId, userId), new Date(now))
    await alongside(tx)
  })
  changeNotifications.publish({ kind: 'all-sessions-ended', userId })
  await journal.record({ kind: 'sessions', user: userId, at: toInstant(now) })
}

/** How long a session is kept after it has stopped working. */
const ENDED_KEPT = 90 * DAY

/**
 * Deletes sessions that ended or expired more than 90 days ago. A session of a deleted account stays until 90 days
 * after it would have expired: while a device may still send its cookie, the response must be 410 and not 401
 * (docs/sync-spec.md, S8).
 */
export async function purgeSessions(db: Database, now: number): Promise<void> {
  const longAgo = new Date(now - ENDED_KEPT)
  const account = db.select({ id: users.id }).from(users).where(eq(users.id, sessions.userId))
  await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, longAgo), and(lt(sessions.revokedAt, longAgo), exists(account))))
}
