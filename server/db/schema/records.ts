import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AppointmentOrigins } from '#domain/commands/appointment-origins.ts'
import type { Origins } from '#domain/commands/medication-origins.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { userId } from './columns.ts'

/**
 * A hash of what a record has in common with those that would be duplicates of it, to find them among thousands. Null in rows of before
 * there was such a key; the account's next write completes them (server/records/record-list.ts).
 */
const twinKey = () => text('twin_key')

/**
 * One row per medication that is not deleted. The record is one document: device and server run the same effects on it
 * (domain/commands), and no query but those for reminders looks inside. The id is unique over all users, so nobody can take another's.
 */
export const medications = pgTable(
  'medications',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    record: jsonb('record').$type<Medication>().notNull(),
    /** The sequence of the last write to each unit, where it is known (domain/commands/medication-origins.ts). */
    origins: jsonb('origins').$type<Origins>().notNull().default({}),
    twinKey: twinKey(),
  },
  (table) => [
    index('medications_twins').on(table.userId, table.twinKey),
    index('medications_created').on(sql`(${table.record}->>'createdAt')`, table.id),
    index('medications_important').on(table.userId).where(sql`${table.record}->>'important' = 'true'`),
  ],
)

/** One row per appointment that is not deleted; kept like medications. */
export const appointments = pgTable(
  'appointments',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    record: jsonb('record').$type<Appointment>().notNull(),
    origins: jsonb('origins').$type<AppointmentOrigins>().notNull().default({}),
    twinKey: twinKey(),
  },
  (table) => [index('appointments_twins').on(table.userId, table.twinKey)],
)
