import { sql } from 'drizzle-orm'
import {
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { counter, instant, userId } from '../db/schema/columns.ts'

/**
 * The append-only dose log. `seq` is the commit in which the server accepted the event. A cursor over it never skips an
 * event, because numbers are assigned under the user's lock (docs/sync-spec.md, S4). Local dates and times are text:
 * they have no zone, and PostgreSQL's `date` has a smaller range than the domain's.
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
    takenAmount: text('taken_amount'),
    /** The local time to which a snooze moves its dose. */
    movedTo: text('moved_to'),
    note: text('note'),
    name: text('name').notNull(),
    dosage: text('dosage').notNull(),
    plannedDate: text('planned_date'),
    plannedTime: text('planned_time'),
    plannedAmount: text('planned_amount'),
    plannedUnit: text('planned_unit'),
    plannedAt: instant('planned_at'),
    /** Who logged it, for somebody else: the account, and its name then. */
    loggedById: uuid('logged_by_id'),
    loggedByName: text('logged_by_name'),
  },
  (table) => [
    index('dose_events_by').on(table.loggedById).where(sql`${table.loggedById} is not null`),
    uniqueIndex('dose_events_log').on(table.userId, table.seq),
    index('dose_events_medication').on(table.userId, table.medicationId),
    index('dose_events_planned').on(table.userId, table.plannedDate),
  ],
)

/**
 * The append-only log of what is there of each medicine: `seq` and the cursor over it are as those of the dose log.
 * Amounts are exact texts (additions, introduction).
 */
export const supplyEvents = pgTable(
  'supply_events',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    seq: counter('seq').notNull(),
    receivedAt: instant('received_at').notNull(),
    medicationId: uuid('medication_id').notNull(),
    kind: text('kind', { enum: ['added', 'counted', 'discarded', 'undone'] }).notNull(),
    amount: text('amount'),
    at: instant('at').notNull(),
    expiresOn: text('expires_on'),
    undoes: uuid('undoes'),
    note: text('note'),
    /** As for doses. */
    loggedById: uuid('logged_by_id'),
    loggedByName: text('logged_by_name'),
  },
  (table) => [
    index('supply_events_by').on(table.loggedById).where(sql`${table.loggedById} is not null`),
    uniqueIndex('supply_events_log').on(table.userId, table.seq),
    index('supply_events_medication').on(table.userId, table.medicationId),
  ],
)

/**
 * The account's commit sequence and the version of each of its lists. Locking this row is the per-user lock under which
 * sequence numbers are assigned (docs/sync-spec.md, S4).
 */
export const syncState = pgTable('sync_state', {
  userId: userId().primaryKey(),
  seq: counter('seq').notNull().default(0),
  medicationsVersion: counter('medications_version').notNull().default(0),
  documentsVersion: counter('documents_version').notNull().default(0),
  appointmentsVersion: counter('appointments_version').notNull().default(0),
  prescriptionsVersion: counter('prescriptions_version').notNull().default(0),
  /** The highest sequence any dose event has had. It stays when events are deleted with their medication. */
  dosesSeq: counter('doses_seq').notNull().default(0),
  /** The same of supply events. */
  supplySeq: counter('supply_seq').notNull().default(0),
  /** The sequence of the latest change to the name, the plan zone or the plan. */
  profileSeq: counter('profile_seq').notNull().default(0),
  /** Names the latest epoch that this account began on its own (S11.3); 0 while it is in the database's epoch. */
  generation: integer('generation').notNull().default(0),
  /** The lowest sequence this account was ever restored to; null if it never was. */
  restoredSeq: counter('restored_seq'),
  updatedAt: instant('updated_at').notNull(),
})

/** Stored responses of writes: a repeated key gets the same response (docs/sync-spec.md, S2). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: userId(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    /** `json` and not `jsonb`, which would reorder the fields: a repeated call gets exactly the same response. */
    body: json('body'),
    seq: counter('seq').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
)

/**
 * Ids of deleted records. They are kept as long as the account and never written again (docs/sync-spec.md, S11).
 * `sharing`: of people who are no longer shared with the account, once no grant says so (S14.5).
 */
export const tombstones = pgTable(
  'tombstones',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    kind: text('kind', {
      enum: ['medication', 'appointment', 'document', 'prescription', 'person', 'sharing'],
    }).notNull(),
    deletedAt: instant('deleted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('tombstones_id').on(table.id)],
)
