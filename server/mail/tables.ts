import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, userId } from '../db/schema/columns.ts'

/** What a mail of the queue says. Gone once it was sent or given up. */
export interface QueuedMessage {
  subject: string
  text: string
  html: string
  replyTo?: string
}

/** One mail of an administrator to one or many people. */
export const mailings = pgTable(
  'mailings',
  {
    id: uuid('id').primaryKey(),
    recipientType: text('recipient_type', {
      enum: ['individual', 'all', 'premium', 'trial', 'free'],
    }).notNull(),
    subject: text('subject').notNull(),
    /** Null once nothing of it waits any more. */
    message: text('message'),
    /** Keyed hash of what was written and to whom, to know it again; null for one of before there was it. */
    contentHash: text('content_hash'),
    recipients: integer('recipients').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The counts are of this instant; before it they are in `mails`. */
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
 * The queue of mails, and for two weeks what became of them. `waiting` becomes `claimed` by one server, then `handing-over` when all
 * but the end of its text is with the mail server, then `sent`. Whoever dies in `handing-over` leaves it in doubt.
 */
export const mails = pgTable(
  'mails',
  {
    /** Part of its Message-ID. */
    id: uuid('id').primaryKey(),
    /** The account it goes to; null for addresses of nobody. */
    userId: uuid('user_id'),
    /** Null for a mail of the server, which has a letter of its own. */
    mailingId: uuid('mailing_id'),
    /** Null once it was sent or given up. */
    recipient: text('recipient'),
    letter: jsonb('letter').$type<QueuedMessage>(),
    /** Goes to many: sent after everything else, slowly, and not to people who want none. */
    isBulk: boolean('is_bulk').notNull(),
    state: text('state', {
      enum: ['waiting', 'claimed', 'handing-over', 'sent', 'failed', 'in-doubt', 'withheld'],
    }).notNull(),
    /** Not before this. */
    nextAt: instant('next_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    claimedBy: uuid('claimed_by'),
    claimedAt: instant('claimed_at'),
    /** What the mail server answered last, when that was no yes. */
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

/** Who wants no mail that goes to many. */
export const mailOptOuts = pgTable('mail_opt_outs', {
  userId: userId().primaryKey(),
  at: instant('at').notNull(),
})

/**
 * Who wants no mail that others send with Dosewell (server/mail/refusals.ts): keyed hashes of mailboxes, which need not be of
 * anybody with an account.
 */
export const mailRefusals = pgTable('mail_refusals', {
  mailboxHash: text('mailbox_hash').primaryKey(),
  at: instant('at').notNull(),
})
