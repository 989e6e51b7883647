import { eq } from 'drizzle-orm'
import type { Context } from '../../http/context.ts'
import { idInMessageId } from '../../mail/message-id.ts'
import { mails } from '../../mail/tables.ts'
import { newServerId } from '../../platform/ids.ts'
import { senderOf } from '../priority.ts'
import { incomingEmails } from '../tables.ts'
import type { ReadMail } from './read-mail.ts'

/**
 * Saves a mail in the inbox; a duplicate is saved only once. A mail written by a machine counts as read and never as
 * priority. One of our own mails that came back is not saved.
 */
export async function saveMail(
  { db, clock, random, config }: Pick<Context, 'db' | 'clock' | 'random' | 'config'>,
  mail: ReadMail,
  /** The sender according to the sending server, for a mail that names none; empty for a bounce. */
  envelopeFrom: string,
): Promise<void> {
  const own = idInMessageId(mail.messageId)
  if (own !== null) {
    const [found] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, own))
    if (found) return
  }
  const fromEmail = mail.fromEmail || envelopeFrom.toLowerCase()
  const isQuiet = mail.isAutomatic || envelopeFrom === ''
  const { userId, isPriority } = await senderOf(db, { config, clock }, fromEmail)
  await db
    .insert(incomingEmails)
    .values({
      id: newServerId(clock, random),
      userId,
      fromName: mail.fromName,
      fromEmail,
      subject: mail.subject,
      textContent: mail.text,
      attachments: mail.attachments,
      isRead: isQuiet,
      isPriority: isPriority && !isQuiet,
      fingerprint: mail.fingerprint,
      receivedAt: new Date(clock.now()),
    })
    .onConflictDoNothing()
}
