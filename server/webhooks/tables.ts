import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { WEBHOOK_EVENTS } from '#domain/protocol/webhooks.ts'
import { personalTokens } from '../accounts/tables.ts'
import { counter, instant, userId } from '../db/schema/columns.ts'

/**
 * Where and of what a webhook is told. Whether it still is says its personal token, of the same id and without scopes:
 * whatever ends tokens ends webhooks (decision 093).
 */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => personalTokens.id, { onDelete: 'cascade' }),
    userId: userId(),
    personId: uuid('person_id').notNull(),
    event: text('event', { enum: [...WEBHOOK_EVENTS] }).notNull(),
    url: text('url').notNull(),
    /** The version of what it is told about that has arrived. */
    version: counter('version').notNull(),
    /** Not tried before this; while a server is trying it, the end of its claim. */
    nextAt: instant('next_at').notNull(),
    /** Tries in a row that did not arrive, and since when. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    lastAt: instant('last_at'),
    lastStatus: smallint('last_status'),
    /** When it was given up. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('webhooks_next').on(table.nextAt).where(sql`${table.endedAt} is null`),
    index('webhooks_user').on(table.userId),
  ],
)
