import { and, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { newServerId } from '../platform/ids.ts'
import type { Mail } from './mailer.ts'
import { type Failure, GIVE_UP_AFTER, pauseAfter } from './outcome.ts'
import { mailings, mails } from './tables.ts'

export type MailRow = typeof mails.$inferSelect

/**
 * After this (ms), another server's claim counts as abandoned. It is longer than the wait for a mail server at the end
 * of a mail. If a claim is taken from a server that is still running, that server notices before the end of each mail
 * (markTransmitting).
 */
export const CLAIM = 60_000

/** What a mail no longer stores once it has ended. */
const BARE = { letter: null, recipient: null, claimedBy: null, claimedAt: null } as const

/**
 * Queues a mail from the server in the transaction that causes it, so that it is sent if and only if that commits.
 * `userId` is the account it goes to; deleting the account deletes the mail. The mail must not contain secrets or
 * health data (decision 038); such mails are sent directly. Call `context.mailWaits()` after the commit.
 */
export async function enqueueMail(
  tx: Database,
  { clock, random }: { clock: Clock; random: RandomBytes },
  { to, ...letter }: Omit<Mail, 'attachments' | 'headers'>,
  userId: string | null = null,
): Promise<void> {
  const now = new Date(clock.now())
  await tx.insert(mails).values({
    id: newServerId(clock, random),
    userId,
    recipient: to,
    letter,
    isBulk: false,
    state: 'waiting',
    nextAt: now,
    createdAt: now,
  })
}

/**
 * Claims up to `count` due mails, to single users (`bulk` false) or to many, for the worker with this id. Mails to many
 * end here if the recipient has unsubscribed in the meantime.
 */
export async function claimMails(
  db: Database,
  { by, now, count, bulk }: { by: string; now: number; count: number; bulk: boolean },
): Promise<MailRow[]> {
  const at = toTimestamp(now)
  const isUnwanted = sql`(is_bulk and exists (select 1 from mail_opt_outs where mail_opt_outs.user_id = mails.user_id))`
  const claimed = await db
    .update(mails)
    .set({
      state: sql`case when ${isUnwanted} then 'withheld' else 'claimed' end`,
      recipient: sql`case when ${isUnwanted} then null else recipient end`,
      endedAt: sql`case when ${isUnwanted} then ${at} end`,
      claimedBy: by,
      claimedAt: new Date(now),
    })
    .where(
      sql`${mails.id} in (
        select id from mails where state = 'waiting' and is_bulk = ${bulk} and next_at <= ${at}
        order by next_at, id limit ${count} for update skip locked)`,
    )
    .returning()
  return claimed.filter(({ state }) => state === 'claimed')
}

/**
 * Records that the end of a mail is about to be transmitted. Returns false if it must not be, because another server
 * has it now or its account is gone.
 */
export async function markTransmitting(db: Database, id: string, by: string): Promise<boolean> {
  const marked = await db
    .update(mails)
    .set({ state: 'handing-over' })
    .where(and(eq(mails.id, id), eq(mails.claimedBy, by), eq(mails.state, 'claimed')))
    .returning({ id: mails.id })
  return marked.length > 0
}

/** Recorded whatever else happened to the row in the meantime, because it is certain that the mail was sent. */
export async function noteSent(db: Database, id: string, now: number): Promise<void> {
  const sent = { ...BARE, state: 'sent' as const, status: null, endedAt: new Date(now) }
  const noted = await db
    .update(mails)
    .set(sent)
    .where(and(eq(mails.id, id), ne(mails.state, 'in-doubt')))
    .returning({ id: mails.id })
  if (noted.length > 0) return
  // It counted as abandoned in the meantime, and its mailing may have ended with that count.
  await transaction(db, async (tx) => {
    const [mail] = await tx
      .update(mails)
      .set(sent)
      .where(and(eq(mails.id, id), eq(mails.state, 'in-doubt')))
      .returning({ mailingId: mails.mailingId })
    if (!mail?.mailingId) return
    await tx
      .update(mailings)
      .set({ sent: sql`${mailings.sent} + 1`, inDoubt: sql`${mailings.inDoubt} - 1` })
      .where(and(eq(mailings.id, mail.mailingId), isNotNull(mailings.endedAt)))
  })
}

/** Records a failed attempt: the mail waits for the next one, or ends. */
export async function noteFailure(
  db: Database,
  row: MailRow,
  { kind, status }: Failure,
  { by, now }: { by: string; now: number },
): Promise<void> {
  const attempts = kind === 'unreachable' ? row.attempts : row.attempts + 1
  const next = nextAttempt(row, kind, attempts, now)
  await db
    .update(mails)
    .set(
      next === null
        ? { ...BARE, state: endOf(row, kind), status, attempts, endedAt: new Date(now) }
        : { state: 'waiting', claimedBy: null, claimedAt: null, nextAt: new Date(next), status, attempts },
    )
    .where(and(eq(mails.id, row.id), eq(mails.claimedBy, by)))
}

/**
 * An administrator's mail is not sent again if the first may have arrived. For a mail from the server, twice is better
 * than never.
 */
const mayGoTwice = (row: MailRow): boolean => row.mailingId === null

function nextAttempt(row: MailRow, kind: Failure['kind'], attempts: number, now: number): number | null {
  if (now - row.createdAt.getTime() >= GIVE_UP_AFTER) return null
  if (kind === 'refused' || (kind === 'unknown' && !mayGoTwice(row))) return null
  // The worker decides when to try the mail server again.
  if (kind === 'unreachable') return now
  const pause = pauseAfter(attempts)
  return pause === null ? null : now + pause
}

const endOf = (row: MailRow, kind: Failure['kind']): 'in-doubt' | 'failed' =>
  kind === 'unknown' && !mayGoTwice(row) ? 'in-doubt' : 'failed'

/** Releases mails that were claimed but not attempted. */
export async function releaseMails(db: Database, ids: readonly string[], by: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(mails)
    .set({ state: 'waiting', claimedBy: null, claimedAt: null })
    .where(and(inArray(mails.id, [...ids]), eq(mails.claimedBy, by), eq(mails.state, 'claimed')))
}

/**
 * Takes over what dead servers left behind, that is claims from before `before`. Mails that were not yet being
 * transmitted wait again. The result of the others is unknown: administrators' mails end in doubt, and the server's
 * wait again with the same Message-ID.
 */
export async function takeOver(db: Database, before: number, now: number): Promise<void> {
  const isInDoubt = sql`(state = 'handing-over' and mailing_id is not null)`
  // One statement: between two, a running server could start to transmit a mail that then waits again.
  await db
    .update(mails)
    .set({
      state: sql`case when ${isInDoubt} then 'in-doubt' else 'waiting' end`,
      recipient: sql`case when ${isInDoubt} then null else recipient end`,
      endedAt: sql`case when ${isInDoubt} then ${toTimestamp(now)} end`,
      claimedBy: null,
      claimedAt: null,
    })
    .where(and(inArray(mails.state, ['claimed', 'handing-over']), lte(mails.claimedAt, new Date(before))))
}

/** Ends mailings with no waiting mails: their counts stay, their message is deleted. */
export async function endMailings(db: Database, now: number): Promise<void> {
  const count = (state: MailRow['state']) =>
    sql`(select count(*) from mails where mailing_id = mailings.id and state = ${state})`
  await db
    .update(mailings)
    .set({
      message: null,
      endedAt: new Date(now),
      sent: count('sent'),
      failed: count('failed'),
      inDoubt: count('in-doubt'),
      withheld: count('withheld'),
    })
    .where(
      sql`${mailings.endedAt} is null and not exists (select 1 from mails
        where mailing_id = mailings.id and state in ('waiting', 'claimed', 'handing-over'))`,
    )
}

/**
 * For a database restored to an older state: mails that were still waiting then may have been sent since, so nothing
 * more of a mailing is sent.
 */
export async function doubtOpenMails(tx: Database, now: number): Promise<void> {
  await tx
    .update(mails)
    .set({ ...BARE, state: 'in-doubt', endedAt: new Date(now) })
    .where(and(inArray(mails.state, ['waiting', 'claimed', 'handing-over']), sql`${mails.mailingId} is not null`))
}
