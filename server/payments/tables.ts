import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/schema/columns.ts'

/** Events of Stripe whose effect is in the database: the same one again does nothing. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('payment_events_received').on(table.receivedAt)],
)

/** Customers of deleted accounts that Stripe still has to delete, and with them whatever renews. */
export const paymentEndings = pgTable('payment_endings', {
  customerId: text('customer_id').primaryKey(),
  tries: integer('tries').notNull().default(0),
  nextTryAt: instant('next_try_at').notNull(),
})

/** How far Stripe's own list of events was gone through. One row. */
export const paymentReconciliation = pgTable('payment_reconciliation', {
  id: integer('id').primaryKey(),
  through: instant('through').notNull(),
})
