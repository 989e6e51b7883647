import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { HOUR } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { noticeSentence } from '#domain/supply/notice-text.ts'
import type { UserRow } from '../accounts/sessions.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import { keptPeople, toldAccount } from '../occurrences/kept-people.ts'
import { remindedPeople } from '../occurrences/reminded.ts'
import { morningOf, nextMorning } from '../occurrences/supply-mornings.ts'
import { supplyMornings } from '../occurrences/tables.ts'
import type { RandomBytes } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { inLanguage } from '../platform/language.ts'
import { newSendId } from '../push/sends.ts'
import { pushSends } from '../push/tables.ts'
import { readState } from '../sync/state.ts'
import { syncState } from '../sync/tables.ts'
import { claimed, dispatchOf } from './claimed-sends.ts'
import type { Content } from './content.ts'
import { CLAIM, type Dispatch, type SendRow } from './delivery.ts'
import { receiverOf } from './due-people.ts'
import { type MorningNotice, pushedOn, standingNotices, takeFresh } from './supply-notices.ts'

/**
 * For how long (ms) after 9:00 a notice is sent and kept by the push service: until the evening, never into the night.
 */
const DAYTIME = 12 * HOUR

export interface MorningOptions {
  db: Database
  random: RandomBytes
  config: Pick<Config, 'ADMIN_EMAILS'>
}

/**
 * The status of a message that is noted and not being sent: the attempt begins with `beginAttempt`. Null means that it
 * has begun.
 */
const NOT_BEGUN = 0

/**
 * Decides what is pushed to an account this morning, and notes it (R10.2). Returns what to send: one message for each
 * device; null if the account has to be looked at again, as it is being written or another server has it.
 */
export async function decideMorning(
  { db, random, config }: MorningOptions,
  userId: string,
  now: number,
): Promise<Dispatch[] | null> {
  const standing = await standingOf(db, userId, now)
  return transaction(db, async (tx) => {
    if (!(await claimAccount(tx, userId, standing.seq))) return null
    const own = eq(supplyMornings.userId, userId)
    const due = and(own, lte(supplyMornings.lookAt, new Date(now)))
    const [look] = await tx.select().from(supplyMornings).where(due)
    if (!look) return null
    const { account, devices } = await receivers(tx, userId)
    if (!account || devices.length === 0) {
      await tx.delete(supplyMornings).where(own)
      return []
    }
    const { zone } = standing
    await tx
      .update(supplyMornings)
      .set({ lookAt: new Date(nextMorning(now, zone)) })
      .where(own)
    const morning = morningOf(now, zone)
    // A look at another time only finds out when 9:00 is: after an update, or in the morning of a zone left behind.
    const isPlanned = morningOf(look.lookAt.getTime(), zone) === look.lookAt.getTime()
    const isMorning = isPlanned && morning <= now && now < morning + DAYTIME
    if (!isMorning || !isAllowed(account, config, now)) return []
    const notices = await takeFresh(tx, userId, zone, standing.notices)
    if (notices.length === 0) return []
    const content = inLanguage(account.language, () => contentOf(notices))
    const sends = devices.map((to) => ({
      to,
      send: {
        ...claimed(userId, now),
        status: NOT_BEGUN,
        id: newSendId(random),
        subscriptionId: to.id,
        kind: 'supply' as const,
        tag: content.tag,
        slotIds: [],
        stage: null,
        dueAt: new Date(morning),
        expiresAt: new Date(morning + DAYTIME),
      } satisfies SendRow,
    }))
    await tx.insert(pushSends).values(sends.map(({ send }) => send))
    return sends.map(({ send, to }) => dispatchOf(send, to, content, now))
  })
}

/**
 * Claims an account's messages again that a push service did not accept, once their pause is over (R3.3), or that a
 * server noted and never began to send, with what still holds. What holds no more is closed. Returns what to send; null
 * as above. A message whose attempt began without an outcome is not repeated: the device may have it (R10.4).
 */
export async function repeatPushes(
  { db, config }: MorningOptions,
  userId: string,
  now: number,
): Promise<Dispatch[] | null> {
  const standing = await standingOf(db, userId, now)
  return transaction(db, async (tx) => {
    if (!(await claimAccount(tx, userId, standing.seq))) return null
    const { account, devices } = await receivers(tx, userId)
    const free = and(eq(pushSends.userId, userId), isRepeatable(now))
    const sends = await tx.select().from(pushSends).where(free).for('update')
    const dispatches: Dispatch[] = []
    for (const send of sends) {
      const to = devices.find(({ id }) => id === send.subscriptionId)
      const { date } = localAt(send.dueAt.getTime(), standing.zone)
      const mayBeSent = account !== undefined && isAllowed(account, config, now)
      const notices = to && mayBeSent ? await pushedOn(tx, userId, date, standing.notices) : []
      const isClosed = !to || notices.length === 0
      await tx
        .update(pushSends)
        .set(isClosed ? { outcome: 'failed' } : { claimedAt: new Date(now), status: NOT_BEGUN })
        .where(eq(pushSends.id, send.id))
      if (isClosed) continue
      const content = inLanguage(to.language, () => contentOf(notices))
      dispatches.push(dispatchOf(send, to, content, now))
    }
    return dispatches
  })
}

/** Returns a condition: messages about supplies that `repeatPushes` may claim at `now` (ms). */
export const isRepeatable = (now: number) =>
  and(isOpen, isNotNull(pushSends.status), lte(pushSends.claimedAt, new Date(now - CLAIM)))

const isOpen = and(eq(pushSends.kind, 'supply'), eq(pushSends.outcome, 'pending'))

/**
 * Notes that a claimed message is being sent, so that nobody sends it again without its outcome (R10.4). Returns false
 * if it is no longer this server's, as its claim grew old while it waited, or if its device has signed out since.
 */
export async function beginAttempt(db: Database, { message, claimedAt }: Dispatch): Promise<boolean> {
  const isOwn = and(eq(pushSends.id, message.id), eq(pushSends.claimedAt, new Date(claimedAt)))
  const begun = await db
    .update(pushSends)
    .set({ status: null })
    .where(and(isOpen, isNotNull(pushSends.status), isNotNull(pushSends.subscriptionId), isOwn))
    .returning({ id: pushSends.id })
  return begun.length > 0
}

/** Closes messages that are too late (R10.2). */
export async function closeLate(db: Database, now: number): Promise<void> {
  await db
    .update(pushSends)
    .set({ outcome: sql`case when ${pushSends.attempts} > 0 then 'failed' else 'expired' end` })
    .where(and(isOpen, lte(pushSends.expiresAt, new Date(now))))
}

interface Standing {
  /** The account's sequence before anything of it was read. */
  seq: number
  zone: string
  notices: MorningNotice[]
}

/** Computes what has to be said of an account before anything is locked, because that walks its plans. */
async function standingOf(db: Database, userId: string, now: number): Promise<Standing> {
  const { seq } = await readState(db, userId)
  const zone = (await remindedPeople(db, [userId])).get(userId)?.zone ?? 'UTC'
  const notices = (await hasSupplies(db, userId)) ? await standingNotices(db, userId, zone, now) : []
  return { seq, zone, notices }
}

/**
 * Locks the account as every write and its deletion do. Returns false if one of them is at work on it, another server
 * looks at it, or something was written since this sequence.
 */
async function claimAccount(tx: Database, userId: string, seq: number): Promise<boolean> {
  const [state] = await tx
    .select({ seq: syncState.seq })
    .from(syncState)
    .where(eq(syncState.userId, userId))
    .for('update', { skipLocked: true })
  return state?.seq === seq
}

async function receivers(tx: Database, userId: string) {
  const kept = await keptPeople(tx, [userId])
  const told = toldAccount(kept, userId)
  const [account] = await tx.select().from(users).where(eq(users.id, told))
  const devices = await tx.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, told))
  return { account, devices: devices.map((to) => receiverOf(to, kept.get(userId), account)) }
}

/** R3.6: the one gate for age and consent. */
const isAllowed = (account: UserRow, config: MorningOptions['config'], now: number): boolean =>
  mayUse(currentUser(account, config, now), 'health', now).allowed

/** Most accounts count nothing, and then nothing else has to be read. */
async function hasSupplies(db: Database, userId: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select exists (select 1 from supply_events where user_id = ${userId})
      or exists (select 1 from medications where user_id = ${userId} and record->>'supply' is not null) as found`)) as unknown as {
    rows: { found: boolean }[]
  }
  return rows[0]?.found === true
}

/** One for all medicines (R10.2). Discreet wording leaves nothing of it but that there is something (R3.7). */
const contentOf = (notices: readonly MorningNotice[]): Content => ({
  kind: 'supply',
  title: t('Your supplies'),
  titleAbout: t(msg('supplies', 'after the name of a person and a colon')),
  body: noticeSentence(notices),
  tag: 'supply',
  path: PAGES.home,
  slotIds: [],
  silent: false,
  renotify: true,
})
