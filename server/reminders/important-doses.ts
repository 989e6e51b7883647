import { and, eq, inArray, sql } from 'drizzle-orm'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'
import type { Mailer } from '../mail/mailer.ts'
import { reminderMails } from '../occurrences/tables.ts'
import type { Job } from '../queue/jobs.ts'
import { materialise } from './materialise.ts'
import { type Claimed, type ClaimOptions, claimMails } from './open-dose-claims.ts'

/** Slots materialised in one transaction. */
const TAKEN_UP = 250
/** How long to wait after a mail that could not be sent. */
const PAUSE = 5 * MINUTE
/** How long we remember which doses were mailed about, the same as for pushes. */
const KEPT = 14 * DAY
/** Rows deleted at a time, so that nothing has to wait long for a purge. */
const PURGED_AT_ONCE = 5000

export interface ImportantDoses extends ClaimOptions {
  mailer: Mailer
}

export const importantDosesJob = (options: ImportantDoses): Job => ({
  name: 'mails about important doses',
  // Jobs are checked every minute, so this one runs at each check.
  every: MINUTE / 2,
  run: () => mailOpenDoses(options),
})

/**
 * Mails every user who has an important dose still open 30 minutes after it was due (R6.4), whether or not a device is
 * subscribed. Rejects if mails could not be sent; a later run tries those doses again.
 */
export async function mailOpenDoses(options: ImportantDoses): Promise<void> {
  const { db, clock, mailer, onSetAside } = options
  // Needed here, because on a server that cannot push no worker materialises anything.
  while ((await materialise(db, { now: clock.now(), count: TAKEN_UP, onSetAside })) > 0);
  const failures: unknown[] = []
  for (;;) {
    const mails = await claimMails(options)
    if (mails === null) break
    const sent = await Promise.allSettled(mails.map(async ({ mail }) => mailer.send(mail)))
    for (const [index, { rows }] of mails.entries()) {
      const result = sent[index]
      if (result?.status === 'rejected') failures.push(result.reason)
      await record(db, rows, result?.status === 'fulfilled', clock.now())
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'mails about important doses could not be sent')
}

/** Records what became of a mail. One that could not be sent waits, since its doses may be logged in the meantime. */
async function record(db: Database, rows: Claimed['rows'], isSent: boolean, now: number): Promise<void> {
  const [first] = rows
  if (!first) return
  await db
    .update(reminderMails)
    .set(
      isSent
        ? { outcome: 'sent', sentAt: new Date(now) }
        : {
            outcome: 'waiting',
            lookAt: new Date(now + PAUSE),
            attempts: sql`${reminderMails.attempts} + 1`,
          },
    )
    .where(
      and(
        eq(reminderMails.userId, first.userId),
        inArray(
          reminderMails.slotId,
          rows.map(({ slotId }) => slotId),
        ),
        eq(reminderMails.outcome, 'claimed'),
      ),
    )
}

/** Deletes rows about doses more than 14 days old. */
export async function purgeMails(db: Database, now: number): Promise<void> {
  const old = sql`select user_id, slot_id from reminder_mails
    where slot_at < ${toTimestamp(now - KEPT)} limit ${PURGED_AT_ONCE}`
  for (;;) {
    const purged = await db
      .delete(reminderMails)
      .where(sql`(user_id, slot_id) in (${old})`)
      .returning({ slotId: reminderMails.slotId })
    if (purged.length < PURGED_AT_ONCE) return
  }
}
