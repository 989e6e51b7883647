import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, userId } from '../db/schema/columns.ts'

/** The recipients that an account has sent documents to, as keyed hashes of the mailboxes (document-mail-limits.ts). */
export const documentRecipients = pgTable(
  'document_recipients',
  {
    userId: userId(),
    mailboxHash: text('mailbox_hash').notNull(),
    lastSentAt: instant('last_sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mailboxHash] }),
    index('document_recipients_sent').on(table.lastSentAt),
  ],
)
