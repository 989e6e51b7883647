import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { SET_ASIDE_KINDS } from '#domain/protocol/admin.ts'
import type { Database } from '../db/database.ts'
import { within } from '../platform/time-limit.ts'
import type { PushContext } from '../push/context.ts'
import { countSetAside } from '../queue/set-aside.ts'
import { nextInstant } from '../reminders/next-instant.ts'

/** The database is queried at most this often (ms), however often metrics are requested. */
const FRESH = 5_000
/** A database that takes longer (ms) counts as down here. */
const ANSWERS_WITHIN = 2_000
/** Above this many rows the exact number does not matter, and counting would take long. */
const COUNTED = 100_000

export interface DatabaseMetrics {
  /** Queries the database, unless it was queried a moment ago. Resolves within two seconds and never rejects. */
  look(): Promise<void>
}

/**
 * Reports the database's state when metrics are requested: whether it responds, and what is waiting in it. All servers
 * of a database report the same.
 */
export function databaseMetrics(
  registry: Registry,
  { db, clock, push, changeNotifications }: Pick<PushContext, 'db' | 'clock' | 'push' | 'changeNotifications'>,
): DatabaseMetrics {
  const registers = [registry]
  const up = new Gauge({ name: 'dosewell_database_up', help: '1 while the database answers.', registers })
  const answer = new Gauge({
    name: 'dosewell_database_answer_seconds',
    help: 'How long the database took for the questions of this page, the wait for a connection included.',
    registers,
  })
  const depth = new Gauge({
    name: 'dosewell_queue_depth',
    help: `What waits to be sent now; counted up to ${COUNTED}.`,
    labelNames: ['queue'],
    registers,
  })
  const behind = new Gauge({
    name: 'dosewell_reminders_behind_seconds',
    help: 'For how long the oldest piece of work of the reminders has been due; 0 when none is. Only where messages can be pushed.',
    registers,
  })

  const aside = new Gauge({
    name: 'dosewell_accounts_set_aside',
    help: 'Accounts of which something could not be read, planned or sent and waits for its next try, by what it is.',
    labelNames: ['kind'],
    registers,
  })

  if (changeNotifications.hears() !== null) {
    new Gauge({
      name: 'dosewell_notifications_listening',
      help: '1 while this server hears of changes that other servers make.',
      registers,
      collect() {
        this.set(changeNotifications.hears() ? 1 : 0)
      },
    })
  }

  let asked = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  async function ask(): Promise<void> {
    const begun = performance.now()
    const now = clock.now()
    const waiting = await queueDepths(db, now)
    const next = push.publicKey === null ? Number.NaN : await nextInstant(db, now)
    const setAside = new Map((await countSetAside(db)).map(({ kind, accounts }) => [kind, accounts]))
    answer.set((performance.now() - begun) / 1000)
    up.set(1)
    for (const [queue, count] of Object.entries(waiting)) depth.set({ queue }, count)
    for (const kind of SET_ASIDE_KINDS) aside.set({ kind }, setAside.get(kind) ?? 0)
    behind.set(Math.max(0, now - next) / 1000)
  }

  function forget(): void {
    up.set(0)
    depth.reset()
    aside.reset()
    for (const gauge of [answer, behind]) gauge.set(Number.NaN)
  }

  return {
    async look() {
      const age = clock.now() - asked
      if (age >= 0 && age < FRESH) return
      // Only one query at a time: queries that hang would take up all connections.
      running ??= ask()
        .catch(forget)
        .finally(() => {
          running = null
          asked = clock.now()
        })
      await within(ANSWERS_WITHIN, running).catch(forget)
    },
  }
}

async function queueDepths(db: Database, now: number): Promise<Record<string, number>> {
  const until = sql`${new Date(now).toISOString()}::timestamptz`
  const { rows } = (await db.execute(sql`
    select
      (select count(*) from (select 1 from push_sends where outcome = 'pending' limit ${COUNTED}) as row)::int as pushes,
      (select count(*) from (select 1 from reminder_mails where look_at <= ${until} limit ${COUNTED}) as row)::int as reminder_mails,
      (select count(*) from (select 1 from mails where state = 'waiting' and next_at <= ${until} limit ${COUNTED}) as row)::int as mails`)) as unknown as {
    rows: [Record<string, number>]
  }
  return rows[0]
}
