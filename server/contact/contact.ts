import { isPremium } from '#domain/access/plan.ts'
import type { ContactMessage } from '#domain/records/contact.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { transaction } from '../db/transaction.ts'
import type { MailContext } from '../mail/context.ts'
import { enqueueMail } from '../mail/queue.ts'
import { newServerId } from '../platform/ids.ts'
import { contactMail } from './contact-mail.ts'
import { senderOf } from './priority.ts'
import { contactMessages } from './tables.ts'

/**
 * Saves a checked message for the inbox, and has it mailed to SUPPORT_EMAIL unless mails to that address arrive in the
 * same inbox. The same id means the same message, sent again by someone who got no response.
 */
export async function saveContactMessage(
  context: Pick<MailContext, 'db' | 'clock' | 'random' | 'config' | 'mailWaits'>,
  { id, ...message }: ContactMessage & { id: string | undefined },
  /** The user whose session it came with. */
  user: CurrentUser | null,
): Promise<void> {
  const { db, clock, random, config } = context
  const to = config.INBOUND_SMTP_PORT === undefined ? config.SUPPORT_EMAIL : undefined
  await transaction(db, async (tx) => {
    const isPriority = user ? isPremium(user) : (await senderOf(tx, context, message.email)).isPriority
    const kept = await tx
      .insert(contactMessages)
      .values({
        id: id ?? newServerId(clock, random),
        userId: user?.id ?? null,
        name: message.name,
        email: message.email.toLowerCase(),
        subject: message.subject,
        message: message.message,
        receivedAt: new Date(clock.now()),
        isPriority,
      })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id })
    if (kept.length > 0 && to !== undefined) await enqueueMail(tx, context, contactMail(to, message))
  })
  context.mailWaits()
}
