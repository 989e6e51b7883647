import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import type { Database } from '../db/database.ts'
import { completeIndex } from '../occurrences/complete-index.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { inLanguage } from '../platform/language.ts'
import { messageBytes } from '../push/message.ts'
import { newSendId } from '../push/sends.ts'
import type { PushTransport, SendResult } from '../push/transport.ts'
import type { OnSetAside } from '../queue/set-aside.ts'
import { type Rest, workLoop } from '../queue/work-loop.ts'
import { topicOf } from './content.ts'
import type { Dispatch } from './delivery.ts'
import { materialise } from './materialise.ts'
import { nextInstant } from './next-instant.ts'
import { releaseSends, reopenSends } from './open-sends.ts'
import { type Attempted, recordOutcomes } from './outcomes.ts'
import { processDueReminders } from './process-due.ts'
import { sendQueue } from './send-queue.ts'

/** Rows per claim. Small enough for a short transaction, large enough to share its queries among many rows. */
const PORTION = 500
/** However far away the next reminder is, the database is checked this often (ms), because other servers write too. */
const CHECK_EVERY = 5_000
/** The pause between two passes (ms) when something is always due or writes follow one another closely. */
const BREATH = 25
const AFTER_WRITES = 200
/** The pause after a failed pass (ms). */
const AFTER_FAULT = 1_000
/** How long a stop waits for messages being sent (ms). */
const STOP_WITHIN = 5_000

export interface ReminderWorker {
  /**
   * Processes everything that is due and resolves once its outcomes are written. Meant for callers that go step by
   * step; a started worker does the same on its own.
   * @param now the instant (ms) that counts as now; defaults to the clock's
   */
  pass(now?: number): Promise<void>
  /** Starts working on its own. */
  start(): void
  /** Tells the worker that something was written that may be due sooner than what it is waiting for. */
  wake(): void
  /** Claims nothing more, releases what was claimed but not sent, and waits briefly for messages being sent. */
  stop(): Promise<void>
}

export interface ReminderWorkerOptions {
  db: Database
  /** Used to check all accounts at the start; defaults to `db`. */
  background?: Database
  clock: Clock
  random: RandomBytes
  push: PushTransport
  /** The server's public address, which a click on a reminder opens. */
  origin: string
  /** Called with faults that are not caused by one user's data. */
  onFault(error: unknown): void
  /** Called with what was set aside (R8.1). */
  onSetAside: OnSetAside
  /** Called with attempts once their outcomes are written. */
  onAttempted?(attempted: readonly Attempted[]): void
  /**
   * True if no other server can be working on the database: claims found at the start then belong to a dead process.
   */
  isAlone?: boolean
  /** Rows per claim; tests use fewer. */
  portion?: number
}

/**
 * Sends reminders when they are due (docs/reminders.md, R2 and R3). Any number of servers may run one on the same
 * database.
 */
export function reminderWorker(options: ReminderWorkerOptions): ReminderWorker {
  const { db, background = db, clock, random, push, origin, onFault, onSetAside, portion = PORTION } = options
  const newId = () => newSendId(random)
  let missing: { after: string | null; isWhole: boolean } | null = { after: null, isWhole: true }
  let orphans = options.isAlone ?? false

  /** The instant given to a pass; the queue uses it too. */
  let fixed: number | undefined
  const now = () => fixed ?? clock.now()

  const queue = sendQueue({
    clock: { now },
    onFault,
    send: (dispatch) => sendOne(push, origin, dispatch, now()),
    record: async (attempted) => {
      await recordOutcomes(db, attempted, onSetAside)
      options.onAttempted?.(attempted)
      if (attempted.some(({ result }) => result.kind === 'again')) loop.wake()
    },
  })

  async function sweep(): Promise<void> {
    if (orphans) await releaseSends(db, null, now())
    orphans = false
    const faults: unknown[] = []
    // Each step runs whatever happens to the others.
    for (const step of [complete, materialiseAll, () => reopenSends(db, now(), portion * 4), processAllDue])
      await step().catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
  }

  async function complete(): Promise<void> {
    if (!missing) return
    const { next, faults } = await completeIndex(background, missing, now(), portion)
    const isWhole = missing.isWhole && faults.length === 0
    missing = next === null ? null : { after: next, isWhole }
    faults.forEach(onFault)
  }

  async function materialiseAll(): Promise<void> {
    while (!loop.isStopping() && (await materialise(db, { now: now(), count: portion, onSetAside })) > 0);
  }

  /** Reminders that can still be announced come first. What an outage left behind is only recorded. */
  async function processAllDue(): Promise<void> {
    for (const reach of [DROPPED_AFTER, Number.POSITIVE_INFINITY]) {
      while (!loop.isStopping()) {
        const since = Math.max(0, now() - reach)
        const options = { now: now(), since, count: portion, newId, onSetAside }
        const dispatches = await processDueReminders(db, options)
        if (dispatches === null) break
        queue.add(dispatches)
        await queue.room()
      }
    }
  }

  async function turn(): Promise<Rest> {
    const next = missing || orphans ? clock.now() : await nextInstant(db, clock.now())
    const wait = next - clock.now()
    if (wait > 0) return { upTo: Math.min(wait, CHECK_EVERY) }
    await sweep()
    return { atLeast: BREATH }
  }

  const loop = workLoop({ turn, settle: AFTER_WRITES, afterFault: { atLeast: AFTER_FAULT }, onFault })
  return {
    async pass(instant) {
      fixed = instant
      try {
        await sweep()
        await queue.idle()
      } finally {
        fixed = undefined
      }
    },
    start: loop.start,
    wake: loop.wake,
    async stop() {
      await loop.stop()
      const left = queue.stop()
      await releaseSends(
        db,
        left.map(({ message }) => message.id),
        clock.now(),
      )
      await Promise.race([queue.idle(), setTimeoutPromise(STOP_WITHIN, undefined, { ref: false })])
    },
  }
}

/** Async, so that a message that cannot be built rejects like one that cannot be sent. */
async function sendOne(
  push: PushTransport,
  origin: string,
  { to, message, expiresAt }: Dispatch,
  now: number,
): Promise<SendResult> {
  const ttl = Math.ceil((expiresAt - now) / 1000)
  const bytes = inLanguage(to.language, () => messageBytes(message, to.wording, origin))
  return push.send(to, bytes, { ttl, urgency: 'high', topic: topicOf(message.tag) })
}
