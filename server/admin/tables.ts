import { integer, pgTable, text } from 'drizzle-orm/pg-core'

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
