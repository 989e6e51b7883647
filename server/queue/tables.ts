import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { SET_ASIDE_KINDS } from '#domain/protocol/admin.ts'
import { instant, userId } from '../db/schema/columns.ts'

/** What could not be read, planned or sent for an account, and when it is tried again (server/queue/set-aside.ts). */
export const setAsides = pgTable(
  'set_aside',
  {
    kind: text('kind', { enum: SET_ASIDE_KINDS }).notNull(),
    /** The row at fault, if known: a medication, an appointment, a subscription; otherwise the account. */
    subject: uuid('subject').notNull(),
    userId: userId(),
    /** Failures in a row. */
    attempts: integer('attempts').notNull(),
    /** When the first of them happened. */
    since: instant('since').notNull(),
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] }), index('set_aside_user').on(table.userId)],
)
