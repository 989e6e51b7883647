import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Row counts, stored as changes to add up. Triggers write them with every row that is added or removed (migrations
 * `admin_search_and_tallies` and `new_subscriptions_tally`), so that a million rows never have to be counted. Rows are
 * only inserted, never updated, so that transactions do not wait for each other. server/admin/tallies.ts adds them up
 * and keeps the table short.
 */
export const tallies = pgTable('tallies', {
  /**
   * `premium`: accounts whose stored plan is premium, even if its end has passed. `subscriptions`: how often a user
   * became an active subscriber, by a payment or a promotion.
   */
  what: text('what', { enum: ['users', 'premium', 'medications', 'subscriptions'] }).notNull(),
  /** When the counted row was created, such as `2026-11`, in UTC; empty where that does not matter. */
  month: text('month').notNull(),
  change: integer('change').notNull(),
})
