import { and, eq, inArray, sql } from 'drizzle-orm'
import { apart } from '../db/apart.ts'
import type { Database } from '../db/database.ts'
import { asRows } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { transaction } from '../db/transaction.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import { pushSends } from '../push/tables.ts'
import type { SendResult } from '../push/transport.ts'
import { doubling } from '../queue/backoff.ts'
import { type Fault, type OnSetAside, setAside, takeBack } from '../queue/set-aside.ts'
import { CLAIM, type Dispatch } from './delivery.ts'

/** How one attempt ended. `at` is when it was sent (ms), `now` when the result was known. */
export interface Attempted {
  dispatch: Dispatch
  result: SendResult
  at: number
  now: number
}

/** Returns the pause (ms) after this many failed attempts. */
const pauseAfter = doubling(5_000)

/**
 * Returns the instant of the next attempt (R3.3): after a growing pause, and never sooner than the push service asked
 * for.
 */
export const nextAttempt = (attempts: number, retryAfter: number | null, now: number): number =>
  now + Math.max(pauseAfter(attempts + 1), retryAfter ?? 0)

/**
 * Records the results of a portion of attempts (R3.3), removes subscriptions that are gone, and sets aside devices that
 * nothing can be sent to (R8.4). If the database rejects one result, the others are still saved; the claim of that one
 * simply runs out (R3.1).
 */
export async function recordOutcomes(
  db: Database,
  attempted: readonly Attempted[],
  onSetAside: OnSetAside,
): Promise<void> {
  const work = (some: readonly Attempted[]) => transaction(db, (tx) => record(tx, some))
  const blame = ({ dispatch: { to }, now }: Attempted, error: unknown) => {
    const fault: Fault = { ...faultOf(to), error }
    return setAside(db, [fault], now).then(() => onSetAside(fault))
  }
  await apart(attempted, work, blame)
  for (const { dispatch, result } of attempted)
    if (isFault(result)) onSetAside({ ...faultOf(dispatch.to), error: result.fault })
}

async function record(tx: Database, attempted: readonly Attempted[]): Promise<void> {
  await noteOutcomes(tx, attempted)
  const devices = (of: (result: SendResult) => boolean) =>
    attempted.filter(({ result }) => of(result)).map(({ dispatch }) => dispatch.to)
  const gone = devices(({ kind }) => kind === 'gone')
  if (gone.length > 0)
    await removeSubscriptions(
      tx,
      gone.map(({ id }) => id),
    )
  const faults = devices(isFault).map((to): Fault => ({ ...faultOf(to), error: null }))
  await setAside(tx, faults, attempted[0]?.now ?? 0)
  const reached = devices(({ kind }) => kind === 'delivered').map(({ id }) => id)
  await takeBack(tx, ['device'], reached)
}

const faultOf = ({ id, userId }: Dispatch['to']) => ({ kind: 'device' as const, subject: id, userId })

const isFault = ({ fault }: SendResult): boolean => fault !== undefined

/** Uses one statement, which reads its rows once. */
async function noteOutcomes(db: Database, attempted: readonly Attempted[]): Promise<void> {
  await db.execute(sql`
    with attempted as materialized (
      select * from jsonb_to_recordset(${asRows(attempted.map(outcomeOf))}) as row (id text, subscription_id uuid,
        outcome text, status smallint, attempts integer, sent_at timestamptz, claimed_at timestamptz)),
    noted as (
      update push_sends set outcome = row.outcome, status = row.status, attempts = row.attempts, sent_at = row.sent_at,
        claimed_at = coalesce(row.claimed_at, push_sends.claimed_at)
      from attempted as row where push_sends.id = row.id and push_sends.outcome = 'pending')
    update push_subscriptions set last_sent_at = row.sent_at
    from (select subscription_id as id, max(sent_at) as sent_at from attempted
      where sent_at is not null group by subscription_id) as row
    where push_subscriptions.id = row.id`)
}

/**
 * 404 and 410: the push service will never accept another message for this subscription. Its pending messages are
 * closed too.
 */
async function removeSubscriptions(tx: Database, ids: string[]): Promise<void> {
  await tx
    .update(pushSends)
    .set({ outcome: 'gone' })
    .where(and(inArray(pushSends.subscriptionId, ids), eq(pushSends.outcome, 'pending')))
  await endSubscriptions(tx, inArray(pushSubscriptions.id, ids))
}

function outcomeOf({ dispatch, result, at, now }: Attempted) {
  const { kind, retryAfter } = result
  const retryAt = nextAttempt(dispatch.attempts, retryAfter, now)
  const waits = kind === 'again' && retryAt < dispatch.expiresAt
  return {
    id: dispatch.message.id,
    subscription_id: dispatch.to.id,
    outcome: waits ? 'pending' : kind === 'again' ? 'failed' : kind,
    // 0 without a response: null would mean that the attempt is still under way (open-sends.ts, supply-pushes.ts).
    status: result.status ?? (waits ? 0 : null),
    attempts: dispatch.attempts + (kind === 'again' ? 1 : 0),
    sent_at: kind === 'delivered' ? new Date(at) : null,
    claimed_at: waits ? new Date(retryAt - CLAIM) : null,
  }
}
