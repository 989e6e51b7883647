import { sql } from 'drizzle-orm'
import { boolean, check, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ProfileOrigins } from '#domain/commands/profile-effects.ts'
import type { PlanState } from '#domain/plans/plan-state.ts'
import type { Emergency } from '#domain/records/emergency-card.ts'
import { PERSON_COLOURS } from '#domain/records/person.ts'
import { instant } from './columns.ts'

/**
 * One row per account, created when its address is proven. The address is stored in lower case, so that its uniqueness
 * does not depend on spelling.
 */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    ageVerified: boolean('age_verified').notNull().default(false),
    /**
     * All that is stored about a child that was refused (readings, Age): when, so that the next try has to wait 24
     * hours.
     */
    refusedUnderAgeAt: instant('refused_under_age_at'),
    parentalConsentRequired: boolean('parental_consent_required').notNull().default(false),
    parentalConsentGiven: boolean('parental_consent_given').notNull().default(false),
    hasUsedTrial: boolean('has_used_trial').notNull().default(false),
    /** The plan after its latest move, valid until `planDueAt` (server/plans/plan-row.ts). */
    subscriptionStatus: text('subscription_status'),
    subscriptionPlan: text('subscription_plan').notNull().default('free'),
    subscriptionEndsAt: instant('subscription_ends_at'),
    /** When the plan next changes just because time passes. */
    planDueAt: instant('plan_due_at'),
    /** Everything that the plan is based on; null for a user who never had anything but the free one. */
    planState: jsonb('plan_state').$type<PlanState>(),
    /** The user's id at the payment provider. */
    providerCustomerId: text('provider_customer_id').unique(),
    /** The plan zone (docs/reminders.md), used for all reminders of the account. */
    timeZone: text('time_zone'),
    /** In which mails and notifications are written, a tag of domain/language; null until a device has said so. */
    language: text('language'),
    /** What its own person typed for the emergency card. */
    emergency: jsonb('emergency').$type<Emergency>(),
    /** In which the account's own person is shown; null for the first of the colours. */
    colour: text('colour', { enum: PERSON_COLOURS }),
    /** The original sequence of the latest change to each part of the profile (server/accounts/profile.ts). */
    profileOrigins: jsonb('profile_origins').$type<ProfileOrigins>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    // Covers only users with something due: most plans never change.
    index('users_plan_due').on(table.planDueAt).where(sql`${table.planDueAt} is not null`),
    index('users_created').on(table.createdAt, table.id),
  ],
)
