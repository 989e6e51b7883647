import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    /** The session that saved it; when the session is revoked, the subscription ends. */
    sessionId: uuid('session_id').notNull(),
    timeZone: text('time_zone').notNull(),
    wording: text('wording', { enum: ['full', 'discreet'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** The latest PUT; every launch of the app renews it. */
    seenAt: instant('seen_at').notNull(),
    lastSentAt: instant('last_sent_at'),
    lastShownAt: instant('last_shown_at'),
    /** When the user was last warned by mail that no receipts arrive (R6.1). */
    warnedAt: instant('warned_at'),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
)
