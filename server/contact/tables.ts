import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../db/schema/columns.ts'

/** Messages of the contact form, for the operators' inbox. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    /** Chosen by the sender, so that a message that arrives twice is saved once. */
    id: uuid('id').primaryKey(),
    /** The user whose session it came with; null for a visitor. */
    userId: uuid('user_id'),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    receivedAt: instant('received_at').notNull(),
    readAt: instant('read_at'),
    /** Whether the sender had Premium at that time. */
    isPriority: boolean('is_priority').notNull().default(false),
  },
  (table) => [
    index('contact_messages_user').on(table.userId),
    index('contact_messages_email').on(table.email),
    index('contact_messages_received').on(table.receivedAt, table.id),
  ],
)

/** Mails received by the SMTP listener (server/contact/inbound). */
export const incomingEmails = pgTable(
  'incoming_emails',
  {
    id: uuid('id').primaryKey(),
    /** The account with the sender's address, which proves nothing; null if there is none. */
    userId: uuid('user_id'),
    fromName: text('from_name').notNull(),
    /** In lower case. */
    fromEmail: text('from_email').notNull(),
    subject: text('subject').notNull(),
    textContent: text('text_content').notNull(),
    /** How many there were; they are not stored. */
    attachments: integer('attachments').notNull(),
    isRead: boolean('is_read').notNull(),
    isPriority: boolean('is_priority').notNull(),
    /** A mail that is delivered twice is saved once. */
    fingerprint: text('fingerprint').notNull().unique(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    index('incoming_emails_received').on(table.receivedAt, table.id),
    index('incoming_emails_user').on(table.userId),
    index('incoming_emails_from').on(table.fromEmail),
  ],
)
