import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SlotId } from '#domain/lib/ids.ts'
import { instant, userId } from '../db/schema/columns.ts'

/**
 * The key pair that identifies all servers of this database to push services (RFC 8292). One row; none if the keys are
 * in a file.
 */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
})

/**
 * Every message to a device and its result (R3.3). It contains no names, so reading it does not reveal any medication.
 */
export const pushSends = pgTable(
  'push_sends',
  {
    /** 128 random bits in base64url. It is part of the message and is returned in the receipt. */
    id: text('id').primaryKey(),
    userId: userId(),
    /** Null once the subscription is gone. */
    subscriptionId: uuid('subscription_id'),
    kind: text('kind', { enum: ['reminder', 'early', 'settled', 'test', 'visit', 'supply'] }).notNull(),
    tag: text('tag').notNull(),
    slotIds: jsonb('slot_ids').$type<SlotId[]>().notNull(),
    stage: smallint('stage'),
    /** The instant it was meant for. */
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
    // Covers only pending rows: nearly all rows are done, and they take no space in it.
    index('push_sends_open').on(table.claimedAt).where(sql`${table.outcome} = 'pending'`),
  ],
)
