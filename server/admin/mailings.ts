import { createHmac } from 'node:crypto'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { toInstant } from '#domain/lib/instant.ts'
import { ADMIN_PAGE, type AdminMail, type Mailing } from '#domain/protocol/admin.ts'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'
import { transaction } from '../db/transaction.ts'
import type { MailContext } from '../mail/context.ts'
import { mailings, mails } from '../mail/tables.ts'
import { keyReused } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { isInAudience } from './audience.ts'
import { recordAdminAct } from './audit.ts'

type Written = Pick<AdminMail, 'recipientType' | 'subject' | 'message'> & {
  recipientEmail?: string | undefined
}

/**
 * Returns a hash that recognises a mail whose text and address have been erased. Without the secret, no one can test
 * addresses against it.
 */
function hashOf({ recipientType, recipientEmail, subject, message }: Written, secret: string): string {
  const content = JSON.stringify([recipientType, recipientEmail ?? null, subject, message])
  return createHmac('sha256', secret).update(`mailing ${content}`).digest('base64url')
}

/**
 * Queues an administrator's mail for everyone it is currently for (readings, Premium and Admin), in one statement and
 * one transaction: either all of them get it or none. Users who have unsubscribed are left out of mails to many.
 * Returns the number of recipients.
 * @param key a UUID that the sender made for this mail; it becomes the mail's id. The same mail with the same key gets
 * the first response again and is sent to no one twice, even if it was sent long ago
 * @throws ApiError 422 if the key belongs to another mail
 */
export async function sendMailing(
  { db, clock, random, mailWaits, facts }: Pick<MailContext, 'db' | 'clock' | 'random' | 'mailWaits' | 'facts'>,
  mail: Written,
  actorId: string,
  key: string = newServerId(clock, random),
): Promise<{ sent: number; mailingId: string }> {
  const { recipientType, subject, message } = mail
  const contentHash = hashOf(mail, facts.secret)
  const now = clock.now()
  const sent = await transaction(db, async (tx) => {
    // First, so that another request with the same key waits here until this one is done.
    const added = await tx
      .insert(mailings)
      .values({
        id: key,
        recipientType,
        subject,
        message,
        contentHash,
        recipients: 0,
        createdAt: new Date(now),
      })
      .onConflictDoNothing()
      .returning({ id: mailings.id })
    if (added.length === 0) return recipientsOf(tx, key, contentHash)
    const recipients = await queueMails(tx, key, mail, now)
    const isOver = recipients === 0
    await tx
      .update(mailings)
      .set({ recipients, ...(isOver ? { message: null, endedAt: new Date(now) } : {}) })
      .where(eq(mailings.id, key))
    await recordAdminAct(tx, { clock, random }, { actorId, act: 'mail.send', details: { recipientType, recipients } })
    return recipients
  })
  mailWaits()
  return { sent, mailingId: key }
}

/** Queues one mail for each recipient of the mailing and returns how many there are. */
async function queueMails(
  tx: Database,
  mailingId: string,
  { recipientType, recipientEmail = '' }: Written,
  now: number,
): Promise<number> {
  const at = toTimestamp(now)
  const isBulk = recipientType !== 'individual'
  const values = (user: ReturnType<typeof sql>, email: ReturnType<typeof sql>) =>
    sql`gen_random_uuid(), ${user}, ${mailingId}::uuid, ${email}, ${isBulk}::boolean, 'waiting', ${at}, ${at}`
  const from =
    recipientType === 'individual'
      ? sql`select ${values(sql`(select id from users where email = ${recipientEmail.toLowerCase()})`, sql`${recipientEmail}::text`)}`
      : sql`select ${values(sql`users.id`, sql`users.email`)} from users
          where ${isInAudience(recipientType, now)}
          and not exists (select 1 from mail_opt_outs where mail_opt_outs.user_id = users.id)`
  const { rows } = (await tx.execute(sql`
    with added as (
      insert into mails (id, user_id, mailing_id, recipient, is_bulk, state, next_at, created_at) ${from} returning 1)
    select count(*)::int as count from added`)) as unknown as { rows: [{ count: number }] }
  return rows[0].count
}

/** Returns how many recipients a mailing was accepted for; its content has to be the same. */
async function recipientsOf(tx: Database, mailingId: string, contentHash: string): Promise<number> {
  const [mailing] = await tx
    .select({ contentHash: mailings.contentHash, recipients: mailings.recipients })
    .from(mailings)
    .where(eq(mailings.id, mailingId))
  if (mailing?.contentHash !== contentHash) throw keyReused('email')
  return mailing.recipients
}

/** Returns the newest mailings and their progress. */
export async function listMailings(db: Database): Promise<Mailing[]> {
  const rows = await db.select().from(mailings).orderBy(desc(mailings.createdAt), desc(mailings.id)).limit(ADMIN_PAGE)
  const open = rows.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)
  const counts = await countsOf(db, open)
  return rows.map(({ id, recipientType, subject, recipients, createdAt, endedAt, ...ended }) => {
    const { sent, failed, inDoubt, withheld } = endedAt ? ended : (counts.get(id) ?? ended)
    return {
      id,
      recipientType,
      subject,
      createdAt: toInstant(createdAt.getTime()),
      recipients,
      sent,
      failed,
      inDoubt,
      withheld,
      finishedAt: endedAt && toInstant(endedAt.getTime()),
    }
  })
}

type Counts = Pick<Mailing, 'sent' | 'failed' | 'inDoubt' | 'withheld'>

async function countsOf(db: Database, ids: readonly string[]): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: mails.mailingId, state: mails.state, count: sql<number>`count(*)::int` })
    .from(mails)
    .where(inArray(mails.mailingId, [...ids]))
    .groupBy(mails.mailingId, mails.state)
  const of = (id: string, state: string) => rows.find((row) => row.id === id && row.state === state)?.count ?? 0
  return new Map(
    ids.map((id) => [
      id,
      {
        sent: of(id, 'sent'),
        failed: of(id, 'failed'),
        inDoubt: of(id, 'in-doubt'),
        withheld: of(id, 'withheld'),
      },
    ]),
  )
}

/** Mails that have ended are deleted after 14 days, mailings with their subjects and counts after a year. */
const ENDED_KEPT = 14 * 86_400_000
const MAILINGS_KEPT = 365 * 86_400_000
/** Rows deleted at a time, so that nothing has to wait long for a purge. */
const PURGED_AT_ONCE = 5000

export async function purgeMailQueue(db: Database, now: number): Promise<void> {
  // The counts of an unfinished mailing are in its mails.
  const old = sql`select id from mails where ended_at < ${toTimestamp(now - ENDED_KEPT)}
    and not exists (select 1 from mailings where mailings.id = mails.mailing_id and mailings.ended_at is null)
    limit ${PURGED_AT_ONCE}`
  for (;;) {
    const gone = await db.delete(mails).where(sql`${mails.id} in (${old})`).returning({ id: mails.id })
    if (gone.length < PURGED_AT_ONCE) break
  }
  await db.delete(mailings).where(sql`${mailings.endedAt} < ${toTimestamp(now - MAILINGS_KEPT)}`)
}
