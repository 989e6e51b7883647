import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * What administrators did: who, to whom, what and when. Both users are identified only by their account ids, which mean
 * nothing once the account is gone, so the rows may outlive it (server/admin/audit.ts says for how long).
 */
export const adminAudit = pgTable(
  'admin_audit',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    /** The account it was done to; null if there was none. */
    subjectId: uuid('subject_id'),
    act: text('act', {
      enum: ['user.delete', 'user.reset', 'promotion.grant', 'mail.send', 'inbox.read', 'inbox.delete'],
    }).notNull(),
    /** Months, kinds and counts; never a name, an address or a text. */
    details: jsonb('details').$type<Record<string, string | number>>().notNull(),
  },
  (table) => [index('admin_audit_at').on(table.at), index('admin_audit_subject').on(table.subjectId)],
)
