/** The parts of Stripe's objects that our accounts deal with. Instants are Stripe's, in seconds. */
export interface StripeCustomer {
  id: string
  object: 'customer'
  email: string
  metadata: Record<string, string>
  created: number
}

export interface StripePrice {
  id: string
  object: 'price'
  active: boolean
  unit_amount: number
  currency: string
  recurring: { interval: string; interval_count: number }
}

export interface StripeInvoice {
  id: string
  object: 'invoice'
  customer: string
  /** The address when the invoice was made. */
  customer_email: string | null
  status: 'open' | 'paid' | 'void'
  amount_due: number
  amount_paid: number
  currency: string
  created: number
  period_start: number
  period_end: number
  status_transitions: { paid_at: number | null }
  lines: {
    object: 'list'
    data: {
      period: { start: number; end: number }
      pricing: { type: 'price_details'; price_details: { price: string } }
    }[]
  }
  /** Only present if requested. */
  confirmation_secret: { type: string; client_secret: string }
}

export interface StripeSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  ended_at: number | null
  trial_end: number | null
  /** What saves the card for a first payment that is due later; just its id unless requested. Null once it is saved. */
  pending_setup_intent: { id: string; object: 'setup_intent'; client_secret: string } | null
  items: {
    object: 'list'
    data: {
      id: string
      object: 'subscription_item'
      price: StripePrice
      current_period_start: number
      current_period_end: number
    }[]
  }
  latest_invoice: StripeInvoice
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  livemode: false
  pending_webhooks: number
  request: null
  data: { object: unknown }
}
