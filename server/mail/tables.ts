import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, userId } from '../db/schema/columns.ts'

/** The content of a queued mail. Deleted once it was sent or given up. */
export interface QueuedMessage {
  subject: string
  text: string
  html: string
  replyTo?: string
}

/** One mail from an administrator to one or more users. */
export const mailings = pgTable(
  'mailings',
  {
    id: uuid('id').primaryKey(),
    recipientType: text('recipient_type', {
      enum: ['individual', 'all', 'premium', 'trial', 'free'],
    }).notNull(),
    subject: text('subject').notNull(),
    /** Null once none of its mails are waiting. */
    message: text('message'),
    /** A keyed hash of the text and the recipients, to recognise a repetition; null in rows from before it existed. */
    contentHash: text('content_hash'),
    recipients: integer('recipients').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The counts date from this instant; before that they are in `mails`. */
    endedAt: instant('ended_at'),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    inDoubt: integer('in_doubt').notNull().default(0),
    withheld: integer('withheld').notNull().default(0),
  },
  (table) => [
    index('mailings_created').on(table.createdAt),
    index('mailings_open').on(table.id).where(sql`${table.endedAt} is null`),
  ],
)

/**
 * The queue of mails and, for two weeks, their results. `waiting` becomes `claimed` by one server, then `handing-over`
 * when all but the end of the text has been transmitted, then `sent`. If a server dies during `handing-over`, the
 * result is in doubt.
 */
export const mails = pgTable(
  'mails',
  {
    /** Part of the Message-ID. */
    id: uuid('id').primaryKey(),
    /** The account it goes to; null for an address without an account. */
    userId: uuid('user_id'),
    /** Null for a mail from the server, which has its own message. */
    mailingId: uuid('mailing_id'),
    /** Null once it was sent or given up. */
    recipient: text('recipient'),
    letter: jsonb('letter').$type<QueuedMessage>(),
    /** Goes to many: sent after everything else, slowly, and not to users who have unsubscribed. */
    isBulk: boolean('is_bulk').notNull(),
    state: text('state', {
      enum: ['waiting', 'claimed', 'handing-over', 'sent', 'failed', 'in-doubt', 'withheld'],
    }).notNull(),
    /** Not sent before this. */
    nextAt: instant('next_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    claimedBy: uuid('claimed_by'),
    claimedAt: instant('claimed_at'),
    /** The mail server's latest reply that was not an acceptance. */
    status: smallint('status'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('mails_waiting').on(table.isBulk, table.nextAt, table.id).where(sql`${table.state} = 'waiting'`),
    index('mails_claimed').on(table.claimedAt).where(sql`${table.state} in ('claimed', 'handing-over')`),
    index('mails_mailing').on(table.mailingId, table.state),
    index('mails_user').on(table.userId),
    index('mails_ended').on(table.endedAt),
  ],
)

/** Accounts that want no mails to many. */
export const mailOptOuts = pgTable('mail_opt_outs', {
  userId: userId().primaryKey(),
  at: instant('at').notNull(),
})

/**
 * Mailboxes that want no mail that others send with Dosewell (server/mail/refusals.ts), as keyed hashes. They need not
 * belong to an account.
 */
export const mailRefusals = pgTable('mail_refusals', {
  mailboxHash: text('mailbox_hash').primaryKey(),
  at: instant('at').notNull(),
})
