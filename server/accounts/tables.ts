import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, userId } from '../db/schema/columns.ts'
import { users } from '../db/schema/users.ts'

/**
 * Who an account is for the sign-in provider (OIDC_ISSUER). Subjects are never given to anybody else (OpenID Connect Core 2), addresses are:
 * an account that has one is that subject's alone.
 */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** A link that a sign-in writes while the account is being deleted goes with it: it would keep the subject out for ever. */
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique('identities_user').on(table.userId, table.issuer),
  ],
)

/**
 * Requests for a parent's consent, and what became of them. The link's token is not here, only its SHA-256. An accepted one
 * is the proof of the consent and stays as long as the account.
 */
export const consentRequests = pgTable(
  'consent_requests',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    /** 1, 2, …: the highest is the newest, and only its link works. Clocks of several servers need not agree. */
    number: integer('number').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** In lower case. */
    parentEmail: text('parent_email').notNull(),
    sentAt: instant('sent_at').notNull(),
    decision: text('decision', { enum: ['accepted', 'declined'] }),
    decidedAt: instant('decided_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    unique('consent_requests_number').on(table.userId, table.number),
    index('consent_requests_parent').on(table.parentEmail, table.sentAt),
  ],
)

/** Hashes of the addresses that had their trial: kept when the account is deleted (docs/security.md). */
export const trialEmails = pgTable('trial_emails', {
  emailHash: text('email_hash').primaryKey(),
  startedAt: instant('started_at').notNull(),
})

/** Sign-in codes, hashed; the table that better-auth's e-mail-code plugin writes. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
)

/**
 * Signed-in devices. The cookie's token is not here, only its SHA-256: who reads the table cannot sign in.
 * Rows stay when their account is deleted, so that the device hears 410 instead of 401.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    tokenHash: text('token_hash').notNull().unique(),
    deviceName: text('device_name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
)
