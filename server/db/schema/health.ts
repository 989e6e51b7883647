import { sql } from 'drizzle-orm'
import { doublePrecision, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { VisitOrigins } from '#domain/commands/appointment-origins.ts'
import type { Origins } from '#domain/commands/medication-origins.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { counter, instant, userId } from './columns.ts'

/**
 * A hash of what a record has in common with those that would be duplicates of it, to find them among thousands. Null in rows of before
 * there was such a key; the account's next write completes them (services/record-list.ts).
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
    origins: jsonb('origins').$type<VisitOrigins>().notNull().default({}),
    twinKey: twinKey(),
  },
  (table) => [index('appointments_twins').on(table.userId, table.twinKey)],
)

/**
 * The append-only dose log. `seq` is the commit in which the server took the event: a cursor over it never skips one,
 * because numbers are given out under the user's lock (docs/sync-spec.md, S4).
 * Local dates and times are text: they have no zone, and PostgreSQL's `date` ends before the domain's does.
 */
export const doseEvents = pgTable(
  'dose_events',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    seq: counter('seq').notNull(),
    receivedAt: instant('received_at').notNull(),
    medicationId: uuid('medication_id').notNull(),
    slotId: text('slot_id'),
    kind: text('kind', { enum: ['taken', 'skipped', 'snoozed', 'undone'] }).notNull(),
    at: instant('at').notNull(),
    loggedAt: instant('logged_at').notNull(),
    until: instant('until'),
    undoes: uuid('undoes'),
    deviceId: uuid('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    amount: doublePrecision('amount'),
    unit: text('unit'),
    note: text('note'),
    name: text('name').notNull(),
    dosage: text('dosage').notNull(),
    plannedDate: text('planned_date'),
    plannedTime: text('planned_time'),
  },
  (table) => [
    uniqueIndex('dose_events_log').on(table.userId, table.seq),
    index('dose_events_medication').on(table.userId, table.medicationId),
    index('dose_events_planned').on(table.userId, table.plannedDate),
  ],
)
