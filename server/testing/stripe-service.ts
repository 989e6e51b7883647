import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Clock } from '../platform/clock.ts'
import { StripeAccount } from './stripe-account.ts'
import { type FormValue, readForm } from './stripe-form.ts'
import type { StripeEvent, StripeSubscription } from './stripe-objects.ts'

const SECRET_KEY = 'sk_test_dosewell'
const WEBHOOK_SECRET = 'whsec_dosewell'

export interface TestStripe {
  /** For the environment of the server that uses it. */
  environment: Record<string, string>
  /** What it stores, and what happens to it. */
  account: StripeAccount
  /** The requests, such as `POST /v1/customers`, oldest first. */
  requests: string[]
  /** A status to respond with instead, or `cut` to close the connection. Null: the real response. */
  instead: number | 'cut' | null
  /** Called before each real response, when the state to respond with has already been read. */
  delay: ((request: string) => Promise<void>) | null
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Returns the event as Stripe sends it at `at` (ms): the body, and the header with the signature. */
export function signedEvent(
  event: unknown,
  at: number,
  secret = WEBHOOK_SECRET,
): { payload: string; headers: Record<string, string> } {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = Math.floor(at / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return {
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${timestamp},v1=${signature}`,
    },
  }
}

/** An error as Stripe words it. */
class StripeRefusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, type: string, message: string, code?: string) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...(code ? { code } : {}) } }
  }
}

const missing = (what: string) => new StripeRefusal(404, 'invalid_request_error', `No such ${what}`, 'resource_missing')

/** Starts Stripe's HTTP API locally, as far as the server uses it, for STRIPE_API_BASE. */
export async function startStripe(clock: Clock): Promise<TestStripe> {
  const account = new StripeAccount(clock)
  const answers = new Map<string, { form: string; body: string }>()

  const server = http.createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe')
    const form = request.method === 'GET' ? search.slice(1) : await text(request)
    const asked = `${request.method} ${pathname}`
    stripe.requests.push(asked)
    if (stripe.instead === 'cut') return void response.destroy()
    const answer = (status: number, body: string) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
      response.end(body)
    }
    if (stripe.instead !== null) {
      return answer(stripe.instead, JSON.stringify({ error: { type: 'api_error', message: 'down' } }))
    }
    try {
      checkHeaders(request)
      const key = request.headers['idempotency-key']
      const before = typeof key === 'string' && request.method === 'POST' ? answers.get(key) : undefined
      if (before && before.form !== form) {
        throw new StripeRefusal(400, 'idempotency_error', 'Keys are for one request')
      }
      const body = before?.body ?? JSON.stringify(routed(account, asked, readForm(form)))
      if (typeof key === 'string') answers.set(key, { form, body })
      await stripe.delay?.(asked)
      answer(200, body)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      answer(error.status, JSON.stringify(error.body))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const stripe: TestStripe = {
    environment: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_dosewell',
      STRIPE_PRICE_ID: 'price_premium',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    account,
    requests: [],
    instead: null,
    delay: null,
    close,
    [Symbol.asyncDispose]: close,
  }
  return stripe
}

function checkHeaders({ headers }: http.IncomingMessage): void {
  if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
    throw new StripeRefusal(401, 'invalid_request_error', 'Invalid API Key provided')
  }
  if (headers['stripe-version'] !== '2026-10-28.endive') {
    throw new StripeRefusal(400, 'invalid_request_error', 'Another version of the API is expected')
  }
}

type Form = Record<string, FormValue>

const listOf = (url: string, data: unknown[], hasMore = false) => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
})

function routed(account: StripeAccount, asked: string, form: Form): unknown {
  const [, method = '', resource = '', id] = /^(\w+) \/v1\/(\w+)(?:\/(\w+))?$/.exec(asked) ?? []
  switch (`${method} ${resource}${id ? '/:id' : ''}`) {
    case 'GET customers':
      return listOf(
        '/v1/customers',
        [...account.customers.values()].filter(({ email }) => email === form.email),
      )
    case 'POST customers':
      return account.addCustomer(String(form.email), (form.metadata ?? {}) as Record<string, string>)
    case 'GET customers/:id':
      if (account.deletedCustomers.has(id ?? '')) return { id, object: 'customer', deleted: true }
      return existing(account.customers.get(id ?? ''), 'customer')
    case 'DELETE customers/:id':
      account.removeCustomer(existing(account.customers.get(id ?? ''), 'customer').id)
      return { id, object: 'customer', deleted: true }
    case 'GET prices/:id':
      return existing(account.prices.get(id ?? ''), 'price')
    case 'GET subscriptions': {
      // Stripe does not document what it lists in this case; nothing is the least it could be.
      if (account.deletedCustomers.has(String(form.customer))) return listOf('/v1/subscriptions', [])
      const customer = existing(account.customers.get(String(form.customer)), 'customer')
      return listOf(
        '/v1/subscriptions',
        account.subscriptionsOf(customer.id).map((one) => expanded(one, form)),
      )
    }
    case 'POST subscriptions':
      return beginAsAsked(account, form)
    case 'POST subscriptions/:id': {
      const { id: found } = existing(account.subscriptions.get(id ?? ''), 'subscription')
      return expanded(account.cancelAtPeriodEnd(found, form.cancel_at_period_end === 'true'), form)
    }
    case 'DELETE subscriptions/:id': {
      const running = account.subscriptions.get(id ?? '')
      return expanded(account.end(existing(running?.ended_at ? undefined : running, 'subscription').id), form)
    }
    case 'GET events':
      return pageOfEvents(account.events, form)
    default:
      throw missing(`address as ${asked}`)
  }
}

function existing<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw missing(what)
  return found
}

function beginAsAsked(account: StripeAccount, form: Form): unknown {
  const customer = existing(account.customers.get(String(form.customer)), 'customer')
  const [item] = form.items as { price: string }[]
  const price = existing(account.prices.get(item?.price ?? ''), 'price')
  if (form.payment_behavior !== 'default_incomplete') {
    throw new StripeRefusal(400, 'invalid_request_error', 'This customer has no payment method')
  }
  const trialEnd = form.trial_end === undefined ? null : Number(form.trial_end)
  if (trialEnd !== null && trialEnd <= account.now) {
    throw new StripeRefusal(400, 'invalid_request_error', 'Trials end in the future')
  }
  return expanded(account.begin(customer.id, price, trialEnd), form)
}

/** Without a request to expand, a related object is just its id, and a secret is only there if requested. */
function expanded(
  { pending_setup_intent: setup, ...subscription }: StripeSubscription,
  { expand = [] }: Form,
): unknown {
  const wanted = (expand as string[]).map((path) => path.replace(/^data\./, ''))
  const pending = { pending_setup_intent: wanted.includes('pending_setup_intent') ? setup : (setup?.id ?? null) }
  const { confirmation_secret: secret, ...invoice } = subscription.latest_invoice
  if (wanted.includes('latest_invoice.confirmation_secret')) {
    const isOpen = invoice.status === 'open'
    return { ...subscription, ...pending, latest_invoice: { ...invoice, confirmation_secret: isOpen ? secret : null } }
  }
  return { ...subscription, ...pending, latest_invoice: invoice.id }
}

/** Returns the events newest first, in pages. */
function pageOfEvents(events: readonly StripeEvent[], form: Form): unknown {
  const { gte, lte } = (form.created ?? {}) as Record<string, string>
  const types = form.types as string[] | undefined
  const listed = events
    .filter(({ created }) => created >= Number(gte ?? 0) && created <= Number(lte ?? Infinity))
    .filter(({ type }) => !types || types.includes(type))
    .reverse()
  const start = form.starting_after ? listed.findIndex(({ id }) => id === form.starting_after) + 1 : 0
  const end = start + Number(form.limit ?? 10)
  return listOf('/v1/events', listed.slice(start, end), end < listed.length)
}
