import { bigint, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant. PostgreSQL stores microseconds but JavaScript has milliseconds, so only those are stored. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** A counter that stays below 2^53, because it counts a user's writes. */
export const counter = (name: string) => bigint(name, { mode: 'number' })

/**
 * The account a row belongs to. There is no foreign key, because sessions and tombstones outlive the account on
 * purpose.
 */
export const userId = () => uuid('user_id').notNull()
