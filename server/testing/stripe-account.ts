import { DAY } from '#domain/lib/local-time.ts'
import type { Clock } from '../platform/clock.ts'
import type { StripeCustomer, StripeEvent, StripeInvoice, StripePrice, StripeSubscription } from './stripe-objects.ts'

/** As long as a month in the tests: the time from one renewal to the next. */
export const PERIOD = 30 * DAY

const API_VERSION = '2026-10-28.endive'

/** What Stripe stores for one seller, and what happens to it. Every change adds the event that Stripe would send. */
export class StripeAccount {
  readonly customers = new Map<string, StripeCustomer>()
  /** Former customers that were deleted here. One that is in neither was never known, or only with other keys. */
  readonly deletedCustomers = new Set<string>()
  readonly prices = new Map<string, StripePrice>()
  readonly subscriptions = new Map<string, StripeSubscription>()
  /** Oldest first. */
  readonly events: StripeEvent[] = []
  readonly #clock: Clock
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.addPrice('price_premium', 999)
  }

  /** In seconds, as Stripe counts. */
  get now(): number {
    return Math.floor(this.#clock.now() / 1000)
  }

  #id(beginning: string): string {
    this.#count += 1
    return `${beginning}_${String(this.#count).padStart(6, '0')}`
  }

  #tell(type: string, object: unknown): void {
    this.events.push({
      id: this.#id('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now,
      type,
      livemode: false,
      pending_webhooks: 1,
      request: null,
      // A copy of the current state: later changes do not alter an event.
      data: { object: structuredClone(object) },
    })
  }

  addPrice(id: string, amount: number, currency = 'aud'): void {
    this.prices.set(id, {
      id,
      object: 'price',
      active: true,
      unit_amount: amount,
      currency,
      recurring: { interval: 'month', interval_count: 1 },
    })
  }

  addCustomer(email: string, metadata: Record<string, string>): StripeCustomer {
    const customer = { id: this.#id('cus'), object: 'customer' as const, email, metadata, created: this.now }
    this.customers.set(customer.id, customer)
    return customer
  }

  /** Deletes the customer, which ends running subscriptions. */
  removeCustomer(id: string): void {
    for (const subscription of this.subscriptionsOf(id)) {
      if (!isOver(subscription)) this.end(subscription.id)
    }
    this.customers.delete(id)
    this.deletedCustomers.add(id)
  }

  /** Newest first, as Stripe lists them. */
  subscriptionsOf(customer: string): StripeSubscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer).reverse()
  }

  /** Begins a subscription that waits for its first payment, or for the card of one that is due at `trialEnd`. */
  begin(customer: string, price: StripePrice, trialEnd: number | null = null): StripeSubscription {
    const [start, end] = [this.now, trialEnd ?? this.now + PERIOD / 1000]
    const setup = this.#id('seti')
    const subscription: StripeSubscription = {
      id: this.#id('sub'),
      object: 'subscription',
      customer,
      status: trialEnd ? 'trialing' : 'incomplete',
      created: start,
      cancel_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      trial_end: trialEnd,
      pending_setup_intent: trialEnd
        ? { id: setup, object: 'setup_intent', client_secret: `${setup}_secret_${setup}` }
        : null,
      items: {
        object: 'list',
        data: [
          {
            id: this.#id('si'),
            object: 'subscription_item',
            price,
            current_period_start: start,
            current_period_end: end,
          },
        ],
      },
      latest_invoice: this.#invoice(customer, price, start, end),
    }
    if (trialEnd) Object.assign(subscription.latest_invoice, { status: 'paid', amount_due: 0 })
    this.subscriptions.set(subscription.id, subscription)
    this.#tell('customer.subscription.created', subscription)
    return subscription
  }

  #invoice(customer: string, price: StripePrice, start: number, end: number): StripeInvoice {
    const id = this.#id('in')
    return {
      id,
      object: 'invoice',
      customer,
      customer_email: this.customers.get(customer)?.email ?? null,
      status: 'open',
      amount_due: price.unit_amount,
      amount_paid: 0,
      currency: price.currency,
      created: this.now,
      period_start: start,
      period_end: start,
      status_transitions: { paid_at: null },
      lines: {
        object: 'list',
        data: [{ period: { start, end }, pricing: { type: 'price_details', price_details: { price: price.id } } }],
      },
      confirmation_secret: { type: 'payment_intent', client_secret: `pi_${id}_secret_${id}` },
    }
  }

  #of(id: string): StripeSubscription {
    const subscription = this.subscriptions.get(id)
    if (!subscription) throw new Error(`there is no subscription ${id}`)
    return subscription
  }

  /** Pays the open invoice: in the browser, or with the card that Stripe stores. */
  pay(id: string): void {
    const subscription = this.#of(id)
    const invoice = subscription.latest_invoice
    if (invoice.status === 'paid' || isOver(subscription)) return
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.status_transitions.paid_at = this.now
    subscription.status = 'active'
    this.#tell('invoice.paid', invoice)
    this.#tell('customer.subscription.updated', subscription)
  }

  /** Saves the card with which a first payment that is due later will be made. */
  saveCard(id: string): void {
    const subscription = this.#of(id)
    subscription.pending_setup_intent = null
    this.#tell('customer.subscription.updated', subscription)
  }

  /** The trial there is over: the first payment is made, or without a card the subscription ends. */
  endTrial(id: string): void {
    if (this.#of(id).pending_setup_intent) this.end(id)
    else this.renew(id, true)
  }

  /** Begins a new period, with or without a payment. */
  renew(id: string, isPaid: boolean): void {
    const subscription = this.#of(id)
    const [item] = subscription.items.data
    if (!item || isOver(subscription)) return
    item.current_period_start = item.current_period_end
    item.current_period_end += PERIOD / 1000
    const { price, current_period_start: start, current_period_end: end } = item
    subscription.latest_invoice = this.#invoice(subscription.customer, price, start, end)
    if (isPaid) {
      this.pay(id)
      return
    }
    subscription.status = 'past_due'
    this.#tell('invoice.payment_failed', subscription.latest_invoice)
    this.#tell('customer.subscription.updated', subscription)
  }

  /** Ends it at the end of the period instead of renewing it. */
  cancelAtPeriodEnd(id: string, doesEnd = true): StripeSubscription {
    const subscription = this.#of(id)
    subscription.cancel_at_period_end = doesEnd
    subscription.cancel_at = doesEnd ? (subscription.items.data[0]?.current_period_end ?? null) : null
    this.#tell('customer.subscription.updated', subscription)
    return subscription
  }

  /** Ends it immediately, whatever has been paid. */
  end(id: string): StripeSubscription {
    const subscription = this.#of(id)
    const isUnpaid = subscription.status === 'incomplete'
    subscription.status = isUnpaid ? 'incomplete_expired' : 'canceled'
    subscription.ended_at = this.now
    this.#tell(isUnpaid ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription)
    return subscription
  }
}

const isOver = ({ status }: StripeSubscription): boolean => status === 'canceled' || status === 'incomplete_expired'
