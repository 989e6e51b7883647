import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/schema/columns.ts'

/**
 * How often something was done within the window that runs, for limits that all servers of the database share
 * (shared-limits.ts). What is counted is a keyed hash: no address of anybody is here.
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
