import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

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
