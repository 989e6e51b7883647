import { bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SubscriptionPlan, SubscriptionStatus } from '#domain/access/plan.ts'
import type { PlanReason } from '#domain/plans/plan-events.ts'
import type { PromotionType } from '#domain/protocol/admin.ts'
import { counter, instant, userId } from '../db/schema/columns.ts'

/** Everything that ever changed a plan: who, from what to what, why and when. Deleted with the account. */
export const planEvents = pgTable(
  'plan_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: userId(),
    /** When it took effect. For a change made by time, it is the due instant, however late a job noticed. */
    at: instant('at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    by: text('by', { enum: ['person', 'provider', 'admin', 'clock'] }).notNull(),
    /** The administrator's account. */
    actor: uuid('actor'),
    why: text('why').$type<PlanReason>().notNull(),
    fromStatus: text('from_status').$type<SubscriptionStatus>(),
    fromPlan: text('from_plan').$type<SubscriptionPlan>().notNull(),
    fromEndsAt: instant('from_ends_at'),
    toStatus: text('to_status').$type<SubscriptionStatus>(),
    toPlan: text('to_plan').$type<SubscriptionPlan>().notNull(),
    toEndsAt: instant('to_ends_at'),
    /** What the event contained: the months, or the provider's facts. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('plan_events_user').on(table.userId, table.id), index('plan_events_why').on(table.why, table.at)],
)

/** Premium that was granted, one row per grant. Deleted with the account. */
export const promotions = pgTable(
  'promotions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    months: integer('months').notNull(),
    promoType: text('promo_type').$type<PromotionType>().notNull(),
    /** The administrator's account. */
    grantedBy: uuid('granted_by').notNull(),
    grantedAt: instant('granted_at').notNull(),
    /** The end that this grant led to. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('promotions_user').on(table.userId, table.endsAt)],
)

/**
 * Payments, for the tax office: all that remains after an account is deleted, for seven years (docs/plans.md, P9).
 * `person` is a keyed hash of the address: the same for the same address, and not reversible.
 */
export const billingRecords = pgTable(
  'billing_records',
  {
    invoiceId: text('invoice_id').primaryKey(),
    person: text('person').notNull(),
    /** In the smallest unit of the currency, such as cents. In currencies with many zeros it can exceed four bytes. */
    amount: counter('amount').notNull(),
    /** ISO 4217, in lower case. */
    currency: text('currency').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    paidAt: instant('paid_at').notNull(),
  },
  (table) => [index('billing_records_person').on(table.person), index('billing_records_paid').on(table.paidAt)],
)
