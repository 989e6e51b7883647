import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { TokenScope } from '#domain/protocol/tokens.ts'
import { instant, userId } from '../db/schema/columns.ts'
import { users } from '../db/schema/users.ts'

/**
 * Which account a user of the sign-in provider (OIDC_ISSUER) has. Subjects are never reassigned (OpenID Connect Core
 * 2), but addresses are: an account with a subject belongs to that subject alone.
 */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /**
     * If a sign-in adds a link while the account is being deleted, the link goes too. Otherwise it would lock the
     * subject out forever.
     */
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique('identities_user').on(table.userId, table.issuer),
  ],
)

/**
 * Requests for a parent's consent and their results. The link's token is not stored, only its SHA-256. An accepted
 * request is the proof of consent and stays as long as the account.
 */
export const consentRequests = pgTable(
  'consent_requests',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    /**
     * 1, 2, …: the highest of those that were sent is the newest, and only its link works. This does not depend on the clocks of several
     * servers.
     */
    number: integer('number').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** In lower case. */
    parentEmail: text('parent_email').notNull(),
    sentAt: instant('sent_at').notNull(),
    decision: text('decision', { enum: ['accepted', 'declined'] }),
    decidedAt: instant('decided_at'),
    withdrawnAt: instant('withdrawn_at'),
    /**
     * Nobody knows yet whether its mail was sent. It stays so if the server ends meanwhile or the mail server does not
     * answer; then opening the link shows that the mail has arrived.
     */
    isSending: boolean('is_sending').notNull().default(false),
  },
  (table) => [
    unique('consent_requests_number').on(table.userId, table.number),
    index('consent_requests_parent').on(table.parentEmail, table.sentAt),
  ],
)

/** Hashes of addresses that have had their trial. They stay when the account is deleted (docs/security.md). */
export const trialEmails = pgTable('trial_emails', {
  emailHash: text('email_hash').primaryKey(),
  startedAt: instant('started_at').notNull(),
})

/** Hashed sign-in codes; better-auth's e-mail-code plugin writes this table. */
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
 * Signed-in devices. The cookie's token is not stored, only its SHA-256, so reading the table is not enough to sign in.
 * Rows stay when their account is deleted, so that the device gets 410 instead of 401.
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

/**
 * Personal tokens for programs, the secrets in the addresses of calendar links (decision 092), and what keeps a webhook
 * going (decision 093). Only the SHA-256 is stored. What was revoked stays for 90 days, so that a restore does not bring
 * it back.
 */
export const personalTokens = pgTable(
  'personal_tokens',
  {
    id: uuid('id').primaryKey(),
    /** If a token is made while the account is being deleted, it goes too. */
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Empty for a calendar link and a webhook, which open none of the calls. */
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** Of a calendar link: the person whose doses and appointments it has. */
    calendarOf: uuid('calendar_of'),
    /** Of a calendar link: how much it says. */
    wording: text('wording', { enum: ['full', 'discreet'] }),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('personal_tokens_user').on(table.userId)],
)
