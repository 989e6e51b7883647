import { bigint, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant; PostgreSQL keeps microseconds, JavaScript has milliseconds, so no more than those are stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** A counter that stays below 2^53: it counts a person's writes. */
export const counter = (name: string) => bigint(name, { mode: 'number' })

/** The account a row belongs to. No foreign key: sessions and tombstones outlive the account on purpose. */
export const userId = () => uuid('user_id').notNull()
