import type { ContactMessage } from '#domain/records/contact.ts'
import type { Context } from '../context.ts'
import { contactMessages } from '../db/schema/index.ts'
import { newServerId } from '../ids.ts'

/**
 * Keeps a checked message for the inbox. Answers whether it is new: the same id again is the same message, sent by somebody who
 * heard no answer.
 */
export async function keepContactMessage(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
  message: ContactMessage & { id: string | undefined; userId: string | null },
): Promise<boolean> {
  const kept = await db
    .insert(contactMessages)
    .values({
      id: message.id ?? newServerId(clock, random),
      userId: message.userId,
      name: message.name,
      email: message.email.toLowerCase(),
      subject: message.subject,
      message: message.message,
      receivedAt: new Date(clock.now()),
    })
    .onConflictDoNothing()
    .returning({ id: contactMessages.id })
  return kept.length > 0
}
