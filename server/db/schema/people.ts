import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Emergency } from '#domain/records/emergency-card.ts'
import { PERSON_COLOURS } from '#domain/records/person.ts'
import { instant } from './columns.ts'

/**
 * People without sign-in, whom an account looks after. Every other table names them by id where it otherwise names an
 * account. They have no row in `users`, so nothing that concerns accounts (sign-in, mail, plans, figures) can find them
 * (decision 079).
 */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    /** The account that they belong to. */
    ownerId: uuid('owner_id').notNull(),
    name: text('name').notNull(),
    colour: text('colour', { enum: PERSON_COLOURS }).notNull(),
    relation: text('relation'),
    /** The plan zone. */
    timeZone: text('time_zone').notNull(),
    /** What was typed for their emergency card; null until something was. */
    emergency: jsonb('emergency').$type<Emergency>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('people_owner').on(table.ownerId, table.createdAt)],
)
