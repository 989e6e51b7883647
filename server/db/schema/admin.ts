import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * What administrators did: who, to whom, what and when. Both people are named by the ids of their accounts alone, which say
 * nothing of anybody once the account is gone; so the rows may outlive it (server/admin/audit.ts says for how long).
 */
export const adminAudit = pgTable(
  'admin_audit',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    /** The account it was done to; null where it was none. */
    subjectId: uuid('subject_id'),
    act: text('act', {
      enum: ['user.delete', 'user.reset', 'promotion.grant', 'mail.send', 'inbox.read', 'inbox.delete'],
    }).notNull(),
    /** Months, kinds and counts; never a name, an address or a text. */
    details: jsonb('details').$type<Record<string, string | number>>().notNull(),
  },
  (table) => [index('admin_audit_at').on(table.at), index('admin_audit_subject').on(table.subjectId)],
)

/**
 * Counts of rows, as changes to add up: triggers write them with every row that comes or goes (the migration
 * `admin_search_and_tallies` and `new_subscriptions_tally`), so that nobody has to count a million rows. Written to, never changed: transactions do not wait for
 * each other here. server/admin/tallies.ts adds up and keeps it short.
 */
export const tallies = pgTable('tallies', {
  /**
   * `premium`: accounts whose stored plan is premium, whether or not its end has passed. `subscriptions`: how often somebody became
   * an active subscriber who was none, by a payment or a promotion.
   */
  what: text('what', { enum: ['users', 'premium', 'medications', 'subscriptions'] }).notNull(),
  /** `2026-11`, in UTC: when the row that is counted was made; empty where that does not matter. */
  month: text('month').notNull(),
  change: integer('change').notNull(),
})
