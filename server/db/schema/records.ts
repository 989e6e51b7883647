import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AppointmentOrigins } from '#domain/commands/appointment-origins.ts'
import type { Origins } from '#domain/commands/medication-origins.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { userId } from './columns.ts'

/**
 * A hash of what a record shares with its possible duplicates, to find them among thousands. Null in rows from before
 * the key existed; the account's next write fills them in (server/records/record-list.ts).
 */
const twinKey = () => text('twin_key')

/**
 * One row per medication that is not deleted. The record is one document: device and server run the same effects on it
 * (domain/commands), and only queries for reminders look inside. The id is unique across users, so that nobody can take
 * another's.
 */
export const medications = pgTable(
  'medications',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    record: jsonb('record').$type<Medication>().notNull(),
    /** The sequence of the latest write to each unit, where known (domain/commands/medication-origins.ts). */
    origins: jsonb('origins').$type<Origins>().notNull().default({}),
    twinKey: twinKey(),
  },
  (table) => [
    index('medications_twins').on(table.userId, table.twinKey),
    index('medications_created').on(sql`(${table.record}->>'createdAt')`, table.id),
    index('medications_important').on(table.userId).where(sql`${table.record}->>'important' = 'true'`),
  ],
)

/** One row per appointment that is not deleted; stored like medications. */
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
