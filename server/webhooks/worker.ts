import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { mayUse } from '#domain/access/may-use.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { SIGNATURE_HEADER, type webhookMessage } from '#domain/protocol/webhooks.ts'
import { personalTokens } from '../accounts/tables.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { peopleOf } from '../people/people.ts'
import { doubling } from '../queue/backoff.ts'
import { type WorkLoop, workLoop } from '../queue/work-loop.ts'
import { readState } from '../sync/state.ts'
import { syncState } from '../sync/tables.ts'
import { secretOf, signatureOf } from './signature.ts'
import { webhooks } from './tables.ts'
import type { WebhookTransport } from './transport.ts'
import { VERSIONS, type WebhookRow } from './webhooks.ts'

/** How many are tried at a time. */
const PORTION = 25
/** How long (ms) a server has for its portion; a webhook of one that died is then tried by another. */
const CLAIM = MINUTE
/** How often (ms) the loop looks whether something changed. */
const CHECK_EVERY = 5_000
/** After a message, the next one waits this long (ms): what is logged together is told together. */
const QUIET = 5_000
/** Pauses (ms) after tries that did not arrive. */
const pauseAfter = doubling(30_000, 6 * HOUR)
/** After this long (ms) without success, it is given up. */
export const GIVEN_UP_AFTER = 7 * DAY
/** How often (ms) it is asked whether an account may see the person again. */
const WITHHELD_FOR = HOUR

export interface WebhookWorkerOptions extends Pick<Context, 'db' | 'clock' | 'config' | 'facts'> {
  transport: WebhookTransport
  onFault(error: unknown): void
}

export interface WebhookWorker extends Pick<WorkLoop, 'start' | 'stop'> {
  /** Tells what has changed once. Returns how many webhooks were tried. */
  pass(): Promise<number>
}

/**
 * Tells webhooks that something changed. What there is to tell is not queued: it is the difference between the version
 * that has arrived and the one of the account, so that nothing is lost with a server and many changes are one message.
 */
export function webhookWorker(options: WebhookWorkerOptions): WebhookWorker {
  const { db, clock, facts, transport, onFault } = options

  async function pass(): Promise<number> {
    const claimed = await claim(db, clock.now())
    const done = await Promise.allSettled(claimed.map(attempt))
    for (const one of done) if (one.status === 'rejected') onFault(one.reason)
    return claimed.length
  }

  async function attempt(row: WebhookRow): Promise<void> {
    if (!(await maySee(options, row))) return note(db, row.id, { nextAt: new Date(clock.now() + WITHHELD_FOR) })
    const version = (await readState(db, row.personId))[VERSIONS[row.event]]
    const now = clock.now()
    const message: z.infer<typeof webhookMessage> = {
      id: row.id,
      event: row.event,
      personId: row.personId as PersonId,
      version,
      sentAt: toInstant(now),
    }
    const body = JSON.stringify(message)
    const signature = signatureOf(body, { secret: secretOf(row.id, facts), now })
    const status = await transport.post(row.url, { body, headers: { [SIGNATURE_HEADER]: signature } })
    await note(db, row.id, outcomeOf(row, { status, version, now: clock.now() }))
  }

  const loop = workLoop({
    turn: async () => ((await pass()) === PORTION ? {} : { upTo: CHECK_EVERY }),
    afterFault: { atLeast: CHECK_EVERY },
    onFault,
  })
  return { pass, start: loop.start, stop: loop.stop }
}

/** Returns what a try changes. A 410 says that nobody wants to be told any more. */
function outcomeOf(
  row: WebhookRow,
  { status, version, now }: { status: number | null; version: number; now: number },
): Partial<WebhookRow> {
  const last = { lastAt: new Date(now), lastStatus: status }
  if (status !== null && status >= 200 && status < 300)
    return { ...last, version, failures: 0, failingSince: null, nextAt: new Date(now + QUIET) }
  const failures = row.failures + 1
  const failingSince = row.failingSince ?? new Date(now)
  const isOver = status === 410 || now - failingSince.getTime() >= GIVEN_UP_AFTER
  return {
    ...last,
    failures,
    failingSince,
    nextAt: new Date(now + pauseAfter(failures)),
    ...(isOver ? { endedAt: new Date(now) } : {}),
  }
}

/** Takes the webhooks that are behind and whose time has come, for as long as CLAIM. */
const claim = (db: Database, now: number): Promise<WebhookRow[]> =>
  transaction(db, async (tx) => {
    const isBehind = or(
      ...Object.entries({
        doses: syncState.dosesSeq,
        medications: syncState.medicationsVersion,
        appointments: syncState.appointmentsVersion,
        supply: syncState.supplySeq,
      } as const).map(([event, version]) =>
        and(eq(webhooks.event, event as WebhookRow['event']), sql`${version} <> ${webhooks.version}`),
      ),
    )
    const due = await tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .innerJoin(personalTokens, eq(personalTokens.id, webhooks.id))
      .innerJoin(syncState, eq(syncState.userId, webhooks.personId))
      .where(
        and(isNull(webhooks.endedAt), isNull(personalTokens.revokedAt), lte(webhooks.nextAt, new Date(now)), isBehind),
      )
      .orderBy(asc(webhooks.nextAt), asc(webhooks.id))
      .limit(PORTION)
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    // Another server may have been faster: then its time is in the future.
    return tx
      .update(webhooks)
      .set({ nextAt: new Date(now + CLAIM) })
      .where(and(inArray(webhooks.id, ids), lte(webhooks.nextAt, new Date(now))))
      .returning()
  })

/** Whether the account of a webhook may see the person at the moment. */
async function maySee(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  { userId, personId }: WebhookRow,
): Promise<boolean> {
  const [row] = await context.db.select().from(users).where(eq(users.id, userId))
  if (!row) return false
  const account = currentUser(row, context.config, context.clock.now())
  if (!mayUse(account, 'health', context.clock.now()).allowed) return false
  const person = (await peopleOf(context, account)).find(({ id }) => id === personId)
  return person !== undefined && !person.isWithheld
}

const note = async (db: Database, id: string, changes: Partial<WebhookRow>): Promise<void> =>
  void (await db.update(webhooks).set(changes).where(eq(webhooks.id, id)))
