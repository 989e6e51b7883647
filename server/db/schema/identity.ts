import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ProfileOrigins } from '#domain/commands/profile-effects.ts'
import type { PlanState } from '#domain/plans/plan-state.ts'
import { instant, userId } from './columns.ts'

/** One row per account, made when its address is proven. The address is kept in lower case, so that its uniqueness does not depend on spelling. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    ageVerified: boolean('age_verified').notNull().default(false),
    /** All that is kept of a child that was refused (readings, Age): when, so that the next try waits 24 hours. */
    refusedUnderAgeAt: instant('refused_under_age_at'),
    parentalConsentRequired: boolean('parental_consent_required').notNull().default(false),
    parentalConsentGiven: boolean('parental_consent_given').notNull().default(false),
    hasUsedTrial: boolean('has_used_trial').notNull().default(false),
    /** The plan as it stood after its last move, which holds before `planDueAt` (server/plans/plan-row.ts). */
    subscriptionStatus: text('subscription_status'),
    subscriptionPlan: text('subscription_plan').notNull().default('free'),
    subscriptionEndsAt: instant('subscription_ends_at'),
    /** When time alone changes the plan next. */
    planDueAt: instant('plan_due_at'),
    /** All that the plan rests on; null for somebody who never had another than the free one. */
    planState: jsonb('plan_state').$type<PlanState>(),
    /** Who the person is for the payment provider. */
    providerCustomerId: text('provider_customer_id').unique(),
    /** The plan zone (docs/reminders.md): every reminder of the account is counted in it. */
    timeZone: text('time_zone'),
    /** The original sequence of the last change of each part of the profile (services/profile.ts). */
    profileOrigins: jsonb('profile_origins').$type<ProfileOrigins>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    // Of whom something is due only: most people's plan stays what it is.
    index('users_plan_due').on(table.planDueAt).where(sql`${table.planDueAt} is not null`),
    index('users_created').on(table.createdAt, table.id),
  ],
)

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
