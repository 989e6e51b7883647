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
