import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { counter, instant } from './columns.ts'

/** Facts about this database. One row: what every server on it must agree on. */
export const serverMeta = pgTable('server_meta', {
  id: integer('id').primaryKey(),
  /** Made at first start and after a restore; part of every ETag (docs/sync-spec.md, S3 and S11). */
  epoch: uuid('epoch').notNull(),
  /** Where the sequence of a new account begins: above all that a restore may have lost (services/epochs.ts). */
  firstSeq: counter('first_seq').notNull().default(0),
  /** Keys short-lived hashes and cookies; in the database because several servers share it. */
  secret: text('secret').notNull(),
  /** By which rule `reminder_due` was found to be complete (server/occurrences/complete-index.ts); 0: not known yet. */
  reminderRule: integer('reminder_rule').notNull().default(0),
  createdAt: instant('created_at').notNull(),
})
