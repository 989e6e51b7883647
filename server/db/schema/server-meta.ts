import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { counter, instant } from './columns.ts'

/** Facts about this database, in one row: what all its servers must agree on. */
export const serverMeta = pgTable('server_meta', {
  id: integer('id').primaryKey(),
  /** Created at the first start and after a restore; part of every ETag (docs/sync-spec.md, S3 and S11). */
  epoch: uuid('epoch').notNull(),
  /** Where a new account's sequence starts: above everything that a restore may have lost (server/sync/epochs.ts). */
  firstSeq: counter('first_seq').notNull().default(0),
  /** The key for short-lived hashes and cookies; in the database because several servers share it. */
  secret: text('secret').notNull(),
  /**
   * The rule by which `reminder_due` was last found to be complete (server/occurrences/complete-index.ts); 0 if not
   * known yet.
   */
  reminderRule: integer('reminder_rule').notNull().default(0),
  createdAt: instant('created_at').notNull(),
})
