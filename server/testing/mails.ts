import { asc, isNotNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { mails } from '../db/schema/index.ts'
import type { Mail } from '../services/mail.ts'

/** The mails of the server that wait in the queue, oldest first. */
export async function queuedMails(db: Database): Promise<Mail[]> {
  const rows = await db.select().from(mails).where(isNotNull(mails.letter)).orderBy(asc(mails.createdAt), asc(mails.id))
  return rows.flatMap(({ recipient, letter }) => (letter && recipient !== null ? { to: recipient, ...letter } : []))
}
