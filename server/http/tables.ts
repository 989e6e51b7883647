import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/schema/columns.ts'

/**
 * How often something was done within the current window, for limits shared by all servers of the database
 * (shared-limits.ts). The keys are keyed hashes, so no address is stored here.
 */
export const limitCounts = pgTable(
  'limit_counts',
  {
    keyHash: text('key_hash').primaryKey(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('limit_counts_ends').on(table.endsAt)],
)
