import { asc, isNotNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Mail } from '../mail/mailer.ts'
import { mails } from './tables.ts'

/** Returns the server's mails waiting in the queue, oldest first. */
export async function queuedMails(db: Database): Promise<Mail[]> {
  const rows = await db.select().from(mails).where(isNotNull(mails.letter)).orderBy(asc(mails.createdAt), asc(mails.id))
  return rows.flatMap(({ recipient, letter }) => (letter && recipient !== null ? { to: recipient, ...letter } : []))
}
