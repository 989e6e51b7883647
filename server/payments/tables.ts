import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/schema/columns.ts'

/** Stripe events whose effect is in the database: the same event again does nothing. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('payment_events_received').on(table.receivedAt)],
)

/** Customers of deleted accounts that still have to be deleted at Stripe, together with anything that renews. */
export const paymentEndings = pgTable('payment_endings', {
  customerId: text('customer_id').primaryKey(),
  tries: integer('tries').notNull().default(0),
  nextTryAt: instant('next_try_at').notNull(),
})

/** How far Stripe's own list of events has been read. One row. */
export const paymentReconciliation = pgTable('payment_reconciliation', {
  id: integer('id').primaryKey(),
  through: instant('through').notNull(),
})
