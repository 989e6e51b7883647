import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SlotId } from '#domain/lib/ids.ts'
import { instant, userId } from './columns.ts'

/** A device that reminders are pushed to. An endpoint belongs to one account at a time (docs/reminders.md, R4.2). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    deviceId: uuid('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    /** The session that stored it: revoking that ends it. */
    sessionId: uuid('session_id').notNull(),
    timeZone: text('time_zone').notNull(),
    wording: text('wording', { enum: ['full', 'discreet'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last PUT: every launch renews it. */
    seenAt: instant('seen_at').notNull(),
    lastSentAt: instant('last_sent_at'),
    lastShownAt: instant('last_shown_at'),
    /** When the person was last told by mail that no proof of delivery comes (R6.1). */
    warnedAt: instant('warned_at'),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
)

/** The pair that names all servers of this database to push services (RFC 8292). One row; none where keys are a file. */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
})

/**
 * Of each medication with a planned dose ahead and each visit with a reminder ahead, the next one that was not taken up yet (R2.1,
 * R7.2). Read by time only.
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

/** Slots that ring or will ring again, one row each (R2.2), and reminders of visits, which have one stage (R7.4). */
export const reminderRings = pgTable(
  'reminder_rings',
  {
    userId: userId(),
    slotId: text('slot_id').$type<SlotId>().notNull(),
    /** Or the appointment. */
    medicationId: uuid('medication_id').notNull(),
    /** Of the dose, or of the visit. */
    date: text('date').notNull(),
    time: text('time').notNull(),
    /** The planned instant. */
    slotAt: instant('slot_at').notNull(),
    /** The start of the ring that was last sent, and its stage; null before the first. */
    sentStart: instant('sent_start'),
    sentStage: smallint('sent_stage'),
    /** When it has to be looked at next. A claim moves it ahead, so that a server that dies loses nothing (R3.1). */
    lookAt: instant('look_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.slotId] }),
    index('reminder_rings_look').on(table.lookAt),
    index('reminder_rings_medication').on(table.medicationId),
  ],
)

/**
 * Planned doses of important medications: one row each, so that none is mailed about twice (R6.4). Without names, like
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
    /** The planned instant when it was taken up. */
    slotAt: instant('slot_at').notNull(),
    /** When it has to be looked at next; null from the claim of its mail on, and when none is needed. */
    lookAt: instant('look_at'),
    /**
     * `claimed`: a server is sending it, or ended before it could say what became of it. `unneeded`: logged, missed, or no
     * longer planned or important. `withheld`: the person may not use health data (R3.6).
     */
    outcome: text('outcome', {
      enum: ['waiting', 'claimed', 'sent', 'unneeded', 'withheld', 'expired', 'failed'],
    })
      .notNull()
      .default('waiting'),
    /** Mails that could not be handed over. */
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.slotId] }),
    index('reminder_mails_look').on(table.lookAt),
    index('reminder_mails_slot').on(table.slotAt),
  ],
)

/** Every message to a device, with what became of it (R3.3). Without names: who reads it learns no medicine. */
export const pushSends = pgTable(
  'push_sends',
  {
    /** 128 random bits in base64url: it rides in the message and comes back in the receipt. */
    id: text('id').primaryKey(),
    userId: userId(),
    /** Null once the subscription is gone. */
    subscriptionId: uuid('subscription_id'),
    kind: text('kind', { enum: ['reminder', 'settled', 'test', 'visit'] }).notNull(),
    tag: text('tag').notNull(),
    slotIds: jsonb('slot_ids').$type<SlotId[]>().notNull(),
    stage: smallint('stage'),
    /** The instant it was for. */
    dueAt: instant('due_at').notNull(),
    /** Not sent after this. */
    expiresAt: instant('expires_at').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    outcome: text('outcome', {
      enum: ['pending', 'delivered', 'expired', 'gone', 'refused', 'failed'],
    }).notNull(),
    status: smallint('status'),
    sentAt: instant('sent_at'),
    shownAt: instant('shown_at'),
  },
  (table) => [
    index('push_sends_user').on(table.userId, table.dueAt),
    index('push_sends_subscription').on(table.subscriptionId, table.sentAt),
    // Of what waits only: what is done, nearly everything, takes no room in it.
    index('push_sends_open').on(table.claimedAt).where(sql`${table.outcome} = 'pending'`),
  ],
)
