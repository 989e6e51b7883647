import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../db/schema/columns.ts'

/** Messages of the contact form, for the inbox of those who run the server. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    /** The sender's, so that a message that arrives twice is kept once. */
    id: uuid('id').primaryKey(),
    /** Whose session it came with; null for a visitor. */
    userId: uuid('user_id'),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    receivedAt: instant('received_at').notNull(),
    readAt: instant('read_at'),
    /** Whether the sender had Premium then. */
    isPriority: boolean('is_priority').notNull().default(false),
  },
  (table) => [
    index('contact_messages_user').on(table.userId),
    index('contact_messages_email').on(table.email),
    index('contact_messages_received').on(table.receivedAt, table.id),
  ],
)

/** Mails that came in through the SMTP listener (server/contact/inbound). */
export const incomingEmails = pgTable(
  'incoming_emails',
  {
    id: uuid('id').primaryKey(),
    /** The account whose address the mail names as its sender, which proves nothing; null when there is none. */
    userId: uuid('user_id'),
    fromName: text('from_name').notNull(),
    /** In lower case. */
    fromEmail: text('from_email').notNull(),
    subject: text('subject').notNull(),
    textContent: text('text_content').notNull(),
    /** How many there were; they are not kept. */
    attachments: integer('attachments').notNull(),
    isRead: boolean('is_read').notNull(),
    isPriority: boolean('is_priority').notNull(),
    /** The same mail that is delivered twice is kept once. */
    fingerprint: text('fingerprint').notNull().unique(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    index('incoming_emails_received').on(table.receivedAt, table.id),
    index('incoming_emails_user').on(table.userId),
    index('incoming_emails_from').on(table.fromEmail),
  ],
)
