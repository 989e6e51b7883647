import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { HOUR } from '#domain/lib/local-time.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { providerAccountOf, rememberCustomer, userOfCustomer } from '../plans/provider-state.ts'
import { ApiError } from '../platform/errors.ts'
import { lockState } from '../sync/state.ts'
import { queueEndingOf } from './endings.ts'
import { isMissing, type Payments } from './stripe.ts'

type Deps = Pick<Context, 'db' | 'clock'>

/** Where Stripe stores our user id for a customer. With it, a row lost by a restore is found again. */
const USER_KEY = 'dosewell_user'

/**
 * Returns the user's customer id at Stripe, creating the customer if needed. Two parallel requests get the same one.
 */
export async function customerFor(
  deps: Deps,
  payments: Payments,
  user: Pick<CurrentUser, 'id' | 'email'>,
): Promise<string> {
  const known = await providerAccountOf(deps.db, user.id)
  return known?.customerId ?? newCustomer(deps, payments, user)
}

/** Replaces a customer that Stripe does not know: one created with other keys, or deleted there. */
export async function replaceCustomer(
  deps: Deps,
  payments: Payments,
  user: Pick<CurrentUser, 'id' | 'email'>,
  gone: string,
): Promise<string> {
  await deps.db.update(users).set({ providerCustomerId: null }).where(eq(users.providerCustomerId, gone))
  return newCustomer(deps, payments, user, gone)
}

async function newCustomer(
  deps: Deps,
  payments: Payments,
  user: Pick<CurrentUser, 'id' | 'email'>,
  gone = '',
): Promise<string> {
  const { stripe } = payments
  const namesakes = await stripe.customers.list({ email: user.email, limit: 100 })
  const lost = namesakes.data.find(({ metadata }) => metadata[USER_KEY] === user.id)
  // Stripe returns the same failure for a key for a day, so every hour gets a new key.
  const hour = Math.floor(deps.clock.now() / HOUR)
  const customer =
    lost ??
    (await stripe.customers.create(
      { email: user.email, metadata: { [USER_KEY]: user.id } },
      { idempotencyKey: `customer:${user.id}:${gone}:${hour}` },
    ))
  return saveCustomer(deps, user.id, customer.id)
}

/**
 * Saves the id unless there is one already, and returns the saved one. Throws 410 if the account was deleted in the
 * meantime.
 */
async function saveCustomer({ db, clock }: Deps, user: string, customerId: string): Promise<string> {
  const now = clock.now()
  try {
    return await transaction(db, async (tx) => {
      await lockState(tx, user, now)
      const stored = await providerAccountOf(tx, user)
      if (stored?.customerId) return stored.customerId
      await rememberCustomer(tx, user, customerId)
      return customerId
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_gone') await queueEndingOf(db, customerId)
    throw error
  }
}

/**
 * Returns whose customer this is, or null if it is not a user of ours. One that a restore made this server forget is
 * looked up at Stripe and known again afterwards.
 */
export async function personOfCustomer(deps: Deps, payments: Payments, customerId: string): Promise<string | null> {
  const known = await userOfCustomer(deps.db, customerId)
  if (known !== null) return known
  const named = (await customerAt(payments, customerId))?.metadata[USER_KEY]
  const user = named !== undefined && UUID.test(named) ? named : null
  if (user === null || (await providerAccountOf(deps.db, user)) === null) return null
  const stored = await saveCustomer(deps, user, customerId)
  return stored === customerId ? user : null
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the customer at Stripe; null if deleted there or unknown to the current keys. */
export async function customerAt({ stripe }: Payments, customerId: string): Promise<Stripe.Customer | null> {
  try {
    const customer = await stripe.customers.retrieve(customerId)
    return customer.deleted ? null : customer
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
