import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SlotId } from '#domain/lib/ids.ts'
import { instant, userId } from '../db/schema/columns.ts'

/**
 * For each medication with a planned dose ahead and each appointment with a reminder ahead, the next one not
 * materialised yet (R2.1, R7.2). Only queried by time.
 */
export const reminderDue = pgTable(
  'reminder_due',
  {
    /** Or the appointment. */
    medicationId: uuid('medication_id').primaryKey(),
    userId: userId(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('reminder_due_at').on(table.dueAt), index('reminder_due_user').on(table.userId)],
)

/**
 * Slots that are being announced or will be announced again, one row each (R2.2), and reminders of appointments, which
 * have one stage (R7.4).
 */
export const reminderOccurrences = pgTable(
  'reminder_rings',
  {
    userId: userId(),
    slotId: text('slot_id').$type<SlotId>().notNull(),
    /** Or the appointment. */
    medicationId: uuid('medication_id').notNull(),
    /** The date of the dose or of the appointment. */
    date: text('date').notNull(),
    time: text('time').notNull(),
    /** The planned instant. */
    slotAt: instant('slot_at').notNull(),
    /** The start of the occurrence sent last, and its stage; null before the first. */
    sentStart: instant('sent_start'),
    sentStage: smallint('sent_stage'),
    /** When it is next processed. A claim moves it ahead, so that nothing is lost if a server dies (R3.1). */
    lookAt: instant('look_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.slotId] }),
    index('reminder_rings_look').on(table.lookAt),
    index('reminder_rings_medication').on(table.medicationId),
  ],
)

/**
 * Planned doses of important medications, one row each, so that none is mailed about twice (R6.4). Without names, like
 * `push_sends`.
 */
export const reminderMails = pgTable(
  'reminder_mails',
  {
    userId: userId(),
    slotId: text('slot_id').$type<SlotId>().notNull(),
    medicationId: uuid('medication_id').notNull(),
    date: text('date').notNull(),
    time: text('time').notNull(),
    /** The planned instant at the time it was materialised. */
    slotAt: instant('slot_at').notNull(),
    /** When it is next processed; null once its mail is claimed, and if none is needed. */
    lookAt: instant('look_at'),
    /**
     * `claimed`: a server is sending it, or ended before it could record the result. `unneeded`: logged, missed, or no
     * longer planned or important. `withheld`: the user may not use health data (R3.6).
     */
    outcome: text('outcome', {
      enum: ['waiting', 'claimed', 'sent', 'unneeded', 'withheld', 'expired', 'failed'],
    })
      .notNull()
      .default('waiting'),
    /** How often the mail could not be sent. */
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.slotId] }),
    index('reminder_mails_look').on(table.lookAt),
    index('reminder_mails_slot').on(table.slotAt),
  ],
)

/**
 * Planned doses of important medications about which a helper is to be told, one row for each of them, so that none is
 * told twice (docs/reminders.md, R11.3). Without names.
 */
export const helperNotices = pgTable(
  'helper_notices',
  {
    /** The person. */
    userId: userId(),
    slotId: text('slot_id').$type<SlotId>().notNull(),
    /** The account that is told. */
    helperId: uuid('helper_id').notNull(),
    medicationId: uuid('medication_id').notNull(),
    date: text('date').notNull(),
    time: text('time').notNull(),
    /** The planned instant at the time it was materialised. */
    slotAt: instant('slot_at').notNull(),
    /** When it is next processed; null once its message is claimed, and if none is needed. */
    lookAt: instant('look_at'),
    /**
     * As in `reminder_mails`; `told`: by push, under `tag`; `mailed`: by mail; `withdrawn`: replaced after it was logged.
     */
    outcome: text('outcome', {
      enum: ['waiting', 'claimed', 'told', 'mailed', 'withdrawn', 'unneeded', 'withheld', 'expired', 'failed'],
    })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    tag: text('tag'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.slotId, table.helperId] }),
    index('helper_notices_look').on(table.lookAt),
    index('helper_notices_helper').on(table.helperId),
    index('helper_notices_slot').on(table.slotAt),
  ],
)

/**
 * When the supplies of an account with a subscription are looked at next: 9:00 in its plan zone (docs/reminders.md,
 * R10).
 */
export const supplyMornings = pgTable(
  'supply_mornings',
  { userId: userId().primaryKey(), lookAt: instant('look_at').notNull() },
  (table) => [index('supply_mornings_look').on(table.lookAt)],
)

/** What was pushed about a supply, one row for each notice, so that none is pushed twice (R10.3). Without names. */
export const supplyNotices = pgTable(
  'supply_notices',
  {
    userId: userId(),
    medicationId: uuid('medication_id').notNull(),
    about: text('about', { enum: ['supply', 'script', 'pack'] }).notNull(),
    /** So many days before its day. */
    step: smallint('step').notNull(),
    /** The id of the pack or count, or the date, that it was pushed for (`basisOf`). */
    basis: text('basis').notNull(),
    /** The local date of the morning. */
    date: text('date').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.medicationId, table.about, table.step, table.basis] })],
)
