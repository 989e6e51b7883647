import { index, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { counter, instant, userId } from './columns.ts'

/** Facts about this database. One row: what every server on it must agree on. */
export const serverMeta = pgTable('server_meta', {
  id: integer('id').primaryKey(),
  /** Made at first start and after a restore; part of every ETag (docs/sync-spec.md, S3 and S11). */
  epoch: uuid('epoch').notNull(),
  /** Where the sequence of a new account begins: above all that a restore may have lost (services/epochs.ts). */
  firstSeq: counter('first_seq').notNull().default(0),
  /** Keys short-lived hashes and cookies; in the database because several servers share it. */
  secret: text('secret').notNull(),
  /** By which rule `reminder_due` was found to be complete (server/reminders/complete-index.ts); 0: not known yet. */
  reminderRule: integer('reminder_rule').notNull().default(0),
  createdAt: instant('created_at').notNull(),
})

/**
 * The account's commit sequence and the version of each of its lists. Locking this row is the per-user lock under which
 * sequence numbers are given out (docs/sync-spec.md, S4).
 */
export const syncState = pgTable('sync_state', {
  userId: userId().primaryKey(),
  seq: counter('seq').notNull().default(0),
  medicationsVersion: counter('medications_version').notNull().default(0),
  documentsVersion: counter('documents_version').notNull().default(0),
  appointmentsVersion: counter('appointments_version').notNull().default(0),
  prescriptionsVersion: counter('prescriptions_version').notNull().default(0),
  /** The sequence of the newest dose event there ever was; it stays when events go with their medication. */
  dosesSeq: counter('doses_seq').notNull().default(0),
  /** The sequence of the last change of the name, the plan zone or the plan. */
  profileSeq: counter('profile_seq').notNull().default(0),
  /** Names the epoch that the account alone began last (S11.3); 0 while it is in the database's. */
  generation: integer('generation').notNull().default(0),
  /** The lowest sequence that this account was ever taken back to; null when it never was. */
  restoredSeq: counter('restored_seq'),
  updatedAt: instant('updated_at').notNull(),
})

/** The stored answers of writes: the same key again gets the same answer (docs/sync-spec.md, S2). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: userId(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    /** `json`, not `jsonb`, which would reorder the fields: a repeated call gets the very same answer. */
    body: json('body'),
    seq: counter('seq').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
)

/** Ids that were deleted: kept as long as the account, and never written again (docs/sync-spec.md, S11). */
export const tombstones = pgTable(
  'tombstones',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['medication', 'appointment', 'document', 'prescription'] }).notNull(),
    deletedAt: instant('deleted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index('tombstones_id').on(table.id)],
)
