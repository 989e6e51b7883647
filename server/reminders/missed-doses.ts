import { and, eq, inArray, sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { transaction } from '../db/transaction.ts'
import type { Mailer } from '../mail/mailer.ts'
import { helperNotices } from '../occurrences/tables.ts'
import type { RandomBytes } from '../platform/clock.ts'
import { inLanguage } from '../platform/language.ts'
import { messageBytes } from '../push/message.ts'
import { newSendId } from '../push/sends.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import type { PushTransport, SendResult } from '../push/transport.ts'
import type { Job } from '../queue/jobs.ts'
import { type Content, topicOf } from './content.ts'
import type { Receiver } from './delivery.ts'
import { doseMailKey } from './dose-mail-key.ts'
import { materialise } from './materialise.ts'
import { claimHelperMessages, type HelperMessage } from './missed-dose-claims.ts'
import { missedContent, missedMail, withdrawnContent } from './missed-dose-texts.ts'
import type { ClaimOptions } from './open-dose-claims.ts'

/** Slots materialised in one transaction. */
const TAKEN_UP = 250
/** How long to wait after a message that reached nobody. */
const PAUSE = 5 * MINUTE
/** How long a push service keeps one. */
const USEFUL_FOR = 2 * HOUR
/** How long we remember whom we told about which doses, the same as for pushes. */
const KEPT = 14 * DAY

export interface MissedDoses extends ClaimOptions {
  mailer: Mailer
  push: PushTransport
  random: RandomBytes
}

export const missedDosesJob = (options: MissedDoses): Job => ({
  name: 'notices to helpers',
  // Jobs are checked every minute, so this one runs at each check.
  every: MINUTE / 2,
  run: () => tellHelpers(options),
})

/**
 * Tells every helper who is to be told that a dose of an important medicine is still open (R11.3): by push, or by mail
 * if no device takes it; and replaces it silently once it is settled. Rejects if something reached nobody; a later run
 * tries that again.
 */
export async function tellHelpers(options: MissedDoses): Promise<void> {
  const { db, clock, onSetAside } = options
  while ((await materialise(db, { now: clock.now(), count: TAKEN_UP, onSetAside })) > 0);
  const failures: unknown[] = []
  for (;;) {
    const messages = await claimHelperMessages(options)
    if (messages === null) break
    for (const message of messages) {
      const work = message.kind === 'tell' ? tell : withdraw
      await inLanguage(message.helper.language, () => work(options, message)).catch((error: unknown) =>
        failures.push(error),
      )
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'notices to helpers could not be sent')
}

/** What was claimed is recorded whatever happens; a server that dies in between tells nobody, and nobody twice. */
async function tell(options: MissedDoses, message: HelperMessage): Promise<void> {
  const { db, clock, mailer, config } = options
  const { moment, tag, helper, devices } = message
  const isPushed = (await pushToAll(options, devices, missedContent(moment, tag))).includes('delivered')
  const sentAt = new Date(clock.now())
  // Looked at once more: it may have been logged while it was being sent.
  if (isPushed) return record(db, message, 'claimed', { outcome: 'told', tag, sentAt, lookAt: sentAt })
  const isNamed = devices.length > 0 && devices.every(({ wording }) => wording === 'full')
  try {
    const key = doseMailKey(helper.id, moment)
    await mailer.send({ ...missedMail(helper.email, moment, isNamed, config.PUBLIC_URL), key })
    await record(db, message, 'claimed', { outcome: 'mailed', sentAt: new Date(clock.now()) })
  } catch (error) {
    await record(db, message, 'claimed', { outcome: 'waiting', lookAt: new Date(clock.now() + PAUSE) })
    throw error
  }
}

/** Where a push service does not take it now, it is tried again for as long as it may still have the first message. */
async function withdraw(options: MissedDoses, message: HelperMessage): Promise<void> {
  const { db, clock } = options
  const { moment, tag, devices, rows } = message
  const ends = await pushToAll(options, devices, withdrawnContent(moment, tag))
  const now = clock.now()
  const isLate = now >= Math.max(...rows.map(({ sentAt }) => sentAt?.getTime() ?? 0)) + USEFUL_FOR
  if (!ends.includes('again') || isLate) return
  await record(db, message, 'withdrawn', { outcome: 'told', lookAt: new Date(now + PAUSE) })
}

/** Returns how it ended for each device. */
const pushToAll = (
  options: MissedDoses,
  devices: readonly Receiver[],
  content: Content,
): Promise<SendResult['kind'][]> => Promise.all(devices.map((to) => pushTo(options, to, content)))

async function pushTo(
  { db, push, random, config }: MissedDoses,
  to: Receiver,
  content: Content,
): Promise<SendResult['kind']> {
  if (push.publicKey === null) return 'refused'
  const message = { ...content, id: newSendId(random), user: to.userId }
  const bytes = messageBytes(message, to.wording, config.PUBLIC_URL)
  const ttl = USEFUL_FOR / 1000
  const result = await push.send(to, bytes, { ttl, urgency: 'high', topic: topicOf(content.tag) })
  if (result.kind === 'gone') await transaction(db, (tx) => endSubscriptions(tx, eq(pushSubscriptions.id, to.id)))
  return result.kind
}

/** Changes what is still as it was left. */
async function record(
  db: Database,
  { rows }: HelperMessage,
  left: 'claimed' | 'withdrawn',
  change: Partial<typeof helperNotices.$inferInsert>,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const slots = rows.map(({ slotId }) => slotId)
  const own = and(eq(helperNotices.userId, first.userId), eq(helperNotices.helperId, first.helperId))
  await db
    .update(helperNotices)
    .set({ ...change, attempts: sql`${helperNotices.attempts} + 1` })
    .where(and(own, inArray(helperNotices.slotId, slots), eq(helperNotices.outcome, left)))
}

/** Deletes rows about doses more than 14 days old. */
export async function purgeHelperNotices(db: Database, now: number): Promise<void> {
  await db.delete(helperNotices).where(sql`${helperNotices.slotAt} < ${toTimestamp(now - KEPT)}`)
}
