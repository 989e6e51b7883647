import { and, eq, lte, sql } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
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
import { morningOf, nextMorning } from '../occurrences/supply-mornings.ts'
import { supplyMornings } from '../occurrences/tables.ts'
import type { RandomBytes } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { newSendId } from '../push/sends.ts'
import { pushSends } from '../push/tables.ts'
import { claimed, dispatchOf } from './claimed-sends.ts'
import type { Content } from './content.ts'
import { CLAIM, type Dispatch, type SendRow } from './delivery.ts'
import { type MorningNotice, noticesStillTrue, takeNotices } from './supply-notices.ts'

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
 * Decides what is pushed to an account this morning, and notes it, in one transaction (R10.2). Returns what to send:
 * one message for each device; null if another server has the account.
 */
export async function decideMorning(
  { db, random, config }: MorningOptions,
  userId: string,
  now: number,
): Promise<Dispatch[] | null> {
  return transaction(db, async (tx) => {
    const [claim] = await tx
      .select()
      .from(supplyMornings)
      .where(and(eq(supplyMornings.userId, userId), lte(supplyMornings.lookAt, new Date(now))))
      .for('update', { skipLocked: true })
    if (!claim) return null
    const own = eq(supplyMornings.userId, userId)
    const [account] = await tx.select().from(users).where(eq(users.id, userId))
    const devices = await tx.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
    if (!account || devices.length === 0) {
      await tx.delete(supplyMornings).where(own)
      return []
    }
    const zone = account.timeZone ?? 'UTC'
    await tx
      .update(supplyMornings)
      .set({ lookAt: new Date(nextMorning(now, zone)) })
      .where(own)
    const morning = morningOf(now, zone)
    // A look at another time only finds out when 9:00 is: after an update, or in the morning of a zone left behind.
    const isPlanned = morningOf(claim.lookAt.getTime(), zone) === claim.lookAt.getTime()
    const isMorning = isPlanned && morning <= now && now < morning + DAYTIME
    if (!isMorning || !isAllowed(account, config, now) || !(await hasSupplies(tx, userId))) return []
    const notices = await takeNotices(tx, userId, zone, now)
    if (notices.length === 0) return []
    const content = contentOf(notices)
    const sends = devices.map(
      (to): SendRow => ({
        ...claimed(userId, now),
        id: newSendId(random),
        subscriptionId: to.id,
        kind: 'supply',
        tag: content.tag,
        slotIds: [],
        stage: null,
        dueAt: new Date(morning),
        expiresAt: new Date(morning + DAYTIME),
      }),
    )
    await tx.insert(pushSends).values(sends)
    return sends.map((send, index) => dispatchOf(send, devices[index] as (typeof devices)[number], content, now))
  })
}

/** R3.6: the one gate for age and consent. */
const isAllowed = (account: UserRow, config: MorningOptions['config'], now: number): boolean =>
  mayUse(currentUser(account, config, now), 'health', now).allowed

/** Most accounts count nothing, and then nothing else has to be read. */
async function hasSupplies(tx: Database, userId: string): Promise<boolean> {
  const { rows } = (await tx.execute(sql`
    select exists (select 1 from supply_events where user_id = ${userId})
      or exists (select 1 from medications where user_id = ${userId} and record->>'supply' is not null) as found`)) as unknown as {
    rows: { found: boolean }[]
  }
  return rows[0]?.found === true
}

/**
 * Claims attempts again that a push service did not accept, once their pause is over (R3.3), with what still holds.
 * What holds no more, or is late, is closed. An attempt without any outcome is not repeated: its server ended while it
 * was sending, and the device may have it (R10.4).
 */
export async function repeatPushes(
  { db, config }: Pick<MorningOptions, 'db' | 'config'>,
  now: number,
): Promise<Dispatch[]> {
  return transaction(db, async (tx) => {
    const open = and(eq(pushSends.kind, 'supply'), eq(pushSends.outcome, 'pending'))
    await tx
      .update(pushSends)
      .set({ outcome: sql`case when ${pushSends.attempts} > 0 then 'failed' else 'expired' end` })
      .where(and(open, lte(pushSends.expiresAt, new Date(now))))
    const rows = await tx
      .select({ send: pushSends, to: pushSubscriptions, account: users })
      .from(pushSends)
      .innerJoin(users, eq(users.id, pushSends.userId))
      .leftJoin(pushSubscriptions, eq(pushSubscriptions.id, pushSends.subscriptionId))
      .where(and(open, sql`${pushSends.status} is not null`, lte(pushSends.claimedAt, new Date(now - CLAIM))))
      .limit(MOST_REPEATED)
      .for('update', { of: pushSends, skipLocked: true })
    const dispatches: Dispatch[] = []
    const known = new Map<string, MorningNotice[]>()
    for (const { send, to, account } of rows) {
      const zone = account.timeZone ?? 'UTC'
      const { date } = localAt(send.dueAt.getTime(), zone)
      const key = `${send.userId} ${date}`
      const mayBeSent = to !== null && isAllowed(account, config, now)
      if (mayBeSent && !known.has(key)) known.set(key, await noticesStillTrue(tx, send.userId, zone, { date, now }))
      const notices = mayBeSent ? (known.get(key) ?? []) : []
      const own = eq(pushSends.id, send.id)
      if (!to || notices.length === 0) {
        await tx.update(pushSends).set({ outcome: 'failed' }).where(own)
        continue
      }
      await tx
        .update(pushSends)
        .set({ claimedAt: new Date(now), status: null })
        .where(own)
      dispatches.push(dispatchOf(send, to, contentOf(notices), now))
    }
    return dispatches
  })
}

/** Per run; the next one, a minute later, takes the rest. */
const MOST_REPEATED = 500

/** One for all medicines (R10.2). Discreet wording leaves nothing of it but that there is something (R3.7). */
const contentOf = (notices: readonly MorningNotice[]): Content => ({
  kind: 'supply',
  title: 'Your supplies',
  body: noticeSentence(notices),
  tag: 'supply',
  path: PAGES.home,
  slotIds: [],
  silent: false,
  renotify: true,
})
