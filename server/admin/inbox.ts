import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { toInstant } from '#domain/lib/instant.ts'
import { ADMIN_PAGE, type IncomingEmail } from '#domain/protocol/admin.ts'
import { contactMessages, incomingEmails } from '../contact/tables.ts'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { type AdminAct, recordAdminAct } from './audit.ts'

/** Messages to us are kept for a year. */
const KEPT = 365 * 86_400_000

interface Place {
  receivedAt: Date
  id: string
}

/**
 * Returns one page of the messages to us, mails and those from /contact together, newest first. `before` is the id of
 * the last message on the previous page; an unknown id returns the first page.
 */
export async function listInbox(db: Database, before?: string): Promise<IncomingEmail[]> {
  const place = before === undefined ? undefined : await placeOf(db, before)
  const rows = await unionAll(fromMails(db, place), fromContact(db, place))
    .orderBy(desc(sql`received_at`), desc(sql`id`))
    .limit(ADMIN_PAGE)
  return rows.map(({ receivedAt, fromName, ...rest }) => ({
    ...rest,
    fromName: fromName || null,
    createdAt: toInstant(receivedAt.getTime()),
  }))
}

type Columns = typeof incomingEmails | typeof contactMessages

/** Returns a condition for everything after this place, newest first. */
const isAfter = (table: Columns, place: Place | undefined): SQL | undefined =>
  place &&
  or(lt(table.receivedAt, place.receivedAt), and(eq(table.receivedAt, place.receivedAt), lt(table.id, place.id)))

const fromMails = (db: Database, place: Place | undefined) =>
  db
    .select({
      id: incomingEmails.id,
      fromName: incomingEmails.fromName,
      fromEmail: incomingEmails.fromEmail,
      subject: incomingEmails.subject,
      textContent: incomingEmails.textContent,
      isRead: incomingEmails.isRead,
      receivedAt: incomingEmails.receivedAt,
      isPriority: incomingEmails.isPriority,
      attachments: incomingEmails.attachments,
    })
    .from(incomingEmails)
    .where(isAfter(incomingEmails, place))
    .orderBy(desc(incomingEmails.receivedAt), desc(incomingEmails.id))
    .limit(ADMIN_PAGE)

const fromContact = (db: Database, place: Place | undefined) =>
  db
    .select({
      id: contactMessages.id,
      fromName: contactMessages.name,
      fromEmail: contactMessages.email,
      subject: contactMessages.subject,
      textContent: contactMessages.message,
      isRead: sql<boolean>`${contactMessages.readAt} is not null`,
      receivedAt: contactMessages.receivedAt,
      isPriority: contactMessages.isPriority,
      attachments: sql<number>`0`,
    })
    .from(contactMessages)
    .where(isAfter(contactMessages, place))
    .orderBy(desc(contactMessages.receivedAt), desc(contactMessages.id))
    .limit(ADMIN_PAGE)

const TABLES = [incomingEmails, contactMessages] as const

async function placeOf(db: Database, id: string): Promise<Place | undefined> {
  for (const table of TABLES) {
    const [found] = await db.select({ id: table.id, receivedAt: table.receivedAt }).from(table).where(eq(table.id, id))
    if (found) return found
  }
  return undefined
}

type ActContext = Pick<Context, 'db' | 'clock' | 'random'>

/** Marks a message as read; repeating it changes nothing. Returns whether the message exists. */
export async function markRead(context: ActContext, actorId: string, id: string): Promise<boolean> {
  const readAt = sql`coalesce(${contactMessages.readAt}, ${toTimestamp(context.clock.now())})`
  return acting(context, { actorId, act: 'inbox.read' }, async (tx) => {
    const mails = await tx
      .update(incomingEmails)
      .set({ isRead: true })
      .where(eq(incomingEmails.id, id))
      .returning({ id: incomingEmails.id })
    if (mails.length > 0) return true
    const messages = await tx
      .update(contactMessages)
      .set({ readAt })
      .where(eq(contactMessages.id, id))
      .returning({ id: contactMessages.id })
    return messages.length > 0
  })
}

/** Deletes a message. Returns whether it existed. */
export async function deleteMessage(context: ActContext, actorId: string, id: string): Promise<boolean> {
  return acting(context, { actorId, act: 'inbox.delete' }, async (tx) => {
    for (const table of TABLES) {
      const gone = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
      if (gone.length > 0) return true
    }
    return false
  })
}

/** Performs an action and records it in one transaction. An action that changed nothing is not recorded. */
const acting = (context: ActContext, act: AdminAct, work: (tx: Database) => Promise<boolean>): Promise<boolean> =>
  transaction(context.db, async (tx) => {
    const isDone = await work(tx)
    if (isDone) await recordAdminAct(tx, context, act)
    return isDone
  })

/** Deletes messages more than a year old. */
export async function purgeInbox(db: Database, now: number): Promise<void> {
  for (const table of TABLES) await db.delete(table).where(lt(table.receivedAt, new Date(now - KEPT)))
}
