import type { PaymentFacts } from '#domain/plans/payment.ts'
import type { Payment } from '../plans/billing.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND
const PERIOD = 30 * DAY

/** Returns a number from 0 to below 1. */
export type Chance = () => number

/** Something the provider tells the server, and when it arrives. */
export interface Notice {
  arrivesAt: number
  userId: string
  facts: PaymentFacts
  /** What was paid, if this is about a payment. */
  payment: Payment | null
}

/** A subscription at the provider as it really is. */
interface Real {
  userId: string
  email: string
  facts: PaymentFacts
  invoices: number
  overdueSince: number | null
}

/**
 * A random payment provider: it renews, fails, recovers and ends, and sends notices late, twice and out of order. It
 * has its own clock in whole seconds, and no two facts of a subscription fall in the same second.
 */
export class ChanceProvider {
  readonly #chance: Chance
  readonly #real = new Map<string, Real>()
  #count = 0
  readonly notices: Notice[] = []

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** Returns the user's subscription that has not ended; null without one. */
  openOf(userId: string): string | null {
    for (const [id, { userId: whose, facts }] of this.#real) {
      if (whose === userId && facts.status !== 'canceled' && facts.status !== 'incomplete_expired') return id
    }
    return null
  }

  subscribe(userId: string, email: string, at: number): void {
    const number = ++this.#count
    const real: Real = {
      userId,
      email,
      facts: {
        customerId: `cus_${userId}`,
        subscriptionId: `sub_${number}`,
        status: 'incomplete',
        currentPeriodEnd: at + PERIOD,
        cancelAtPeriodEnd: false,
        occurredAt: wholeSecond(at),
      },
      invoices: 0,
      overdueSince: null,
    }
    this.#real.set(real.facts.subscriptionId, real)
    this.#tell(real, {})
    if (this.#chance() < 0.85) this.#tell(real, { status: 'active', occurredAt: real.facts.occurredAt + SECOND }, true)
    else this.#tell(real, { status: 'incomplete_expired', occurredAt: real.facts.occurredAt + DAY })
  }

  /** The user cancels there, or takes that back. */
  turnRenewal(userId: string, at: number): void {
    const real = this.#real.get(this.openOf(userId) ?? '')
    if (real?.facts.status !== 'active') return
    this.#tell(real, { cancelAtPeriodEnd: !real.facts.cancelAtPeriodEnd, occurredAt: at })
  }

  /** Ends immediately, as when the account is deleted. */
  end(userId: string, at: number): void {
    const real = this.#real.get(this.openOf(userId) ?? '')
    if (real) this.#tell(real, { status: 'canceled', occurredAt: at })
  }

  /** Does what happens there by itself on the day that begins at `from`. */
  live(from: number): void {
    for (const real of this.#real.values()) {
      const { status, currentPeriodEnd, cancelAtPeriodEnd } = real.facts
      const at = from + this.#chance() * DAY
      if (status === 'past_due') this.#dun(real, at)
      if (status !== 'active' || currentPeriodEnd === null || currentPeriodEnd >= from + DAY) continue
      if (cancelAtPeriodEnd) this.#tell(real, { status: 'canceled', occurredAt: currentPeriodEnd })
      else this.#renew(real, currentPeriodEnd)
    }
  }

  #renew(real: Real, at: number): void {
    if (this.#chance() < 0.8) {
      this.#tell(real, { currentPeriodEnd: at + PERIOD, occurredAt: at }, true)
      return
    }
    real.overdueSince = at
    this.#tell(real, { status: 'past_due', currentPeriodEnd: at + PERIOD, occurredAt: at })
  }

  #dun(real: Real, at: number): void {
    if (at - (real.overdueSince ?? at) > 14 * DAY) this.#tell(real, { status: 'canceled', occurredAt: at })
    else if (this.#chance() < 0.2) this.#tell(real, { status: 'active', occurredAt: at }, true)
  }

  #tell(real: Real, change: Partial<PaymentFacts>, isPayment = false): void {
    const before = real.facts.occurredAt
    const told = wholeSecond(change.occurredAt ?? before)
    const occurredAt = change.occurredAt === undefined ? before : Math.max(told, before + SECOND)
    real.facts = { ...real.facts, ...change, occurredAt }
    const payment = isPayment ? this.#paymentOf(real) : null
    const copies = this.#chance() < 0.2 ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      const arrivesAt = real.facts.occurredAt + this.#delay()
      this.notices.push({ arrivesAt, userId: real.userId, facts: real.facts, payment })
    }
  }

  #paymentOf({ facts, email, ...real }: Real): Payment {
    const end = facts.currentPeriodEnd ?? 0
    const number = ++this.#count
    return {
      invoiceId: `in_${facts.subscriptionId}_${real.invoices}_${number}`,
      email,
      amount: 999,
      currency: 'aud',
      periodStart: end - PERIOD,
      periodEnd: end,
      paidAt: facts.occurredAt,
    }
  }

  /** Returns mostly seconds, sometimes hours, rarely more days than anyone waits. */
  #delay(): number {
    const kind = this.#chance()
    const most = kind < 0.7 ? 20 * SECOND : kind < 0.95 ? DAY : 8 * DAY
    return Math.floor(this.#chance() * most)
  }
}

const wholeSecond = (at: number): number => Math.floor(at / SECOND) * SECOND
