import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { readVersions, type Versions } from '#domain/protocol/events.ts'
import type { Database } from '../db/database.ts'
import { doubling } from '../queue/backoff.ts'
import { type ChangeNotifications, localChangeNotifications } from './change-notifications.ts'

const CHANNEL = 'dosewell_pokes'
/** PostgreSQL refuses a notification of 8,000 bytes. */
const MESSAGE_BYTES = 7_900
/** How long to wait (ms) after so many tries in a row, when the connection broke; a part of it by chance. */
const reconnectAfter = doubling(100, 5_000)
/** A connection that only listens never notices that its other end has gone: it is asked this often (ms). */
const CHECK_MS = 10_000

/** Rows of the log that this version cannot read are left out, as devices do. */
function versionsOrNever(said: object, context: z.core.$RefinementCtx): Versions {
  const versions = readVersions(said)
  if (versions) return versions
  context.issues.push({ code: 'custom', input: said, message: 'not the versions of an account' })
  return z.NEVER
}

/** What another server sent. */
const messageSchema = z.object({
  /** That server; this one has heard its own already. */
  from: z.string(),
  /** Called so on the wire since servers before this one. */
  poke: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('versions'), versions: z.looseObject({}).transform(versionsOrNever) }),
    z.object({ kind: z.literal('session-ended'), userId: z.string(), sessionId: z.string() }),
    z.object({ kind: z.literal('all-sessions-ended'), userId: z.string() }),
  ]),
})
type Message = z.infer<typeof messageSchema>
type Sent = Message['poke']

/** The pool behind a database on PostgreSQL; null on PGlite. Drizzle keeps its driver in `$client`. */
function poolOf(db: Database): pg.Pool | null {
  const driver = (db as { $client?: unknown }).$client
  return driver instanceof pg.Pool ? driver : null
}

/** Change notifications for servers of this database: across servers on PostgreSQL, within the process on PGlite. */
export function changeNotificationsOf(db: Database): ChangeNotifications {
  const pool = poolOf(db)
  return pool ? postgresChangeNotifications(pool) : localChangeNotifications()
}

/**
 * Change notifications over LISTEN/NOTIFY. Listening takes one connection of the pool for as long as the server runs. Whenever it begins anew,
 * `missed` is published, once it is certain that nothing further can be.
 */
function postgresChangeNotifications(pool: pg.Pool): ChangeNotifications {
  const local = localChangeNotifications()
  const from = randomUUID()
  const closing = new AbortController()
  const outbox = notifier(pool, closing.signal)
  let hearing = false
  const listening = listenForever(pool, closing.signal, {
    began: () => {
      hearing = true
      local.publish({ kind: 'missed' })
    },
    broke: () => {
      hearing = false
    },
    hear: (text) => {
      const message = readMessage(text)
      if (message && message.from !== from) local.publish(message.poke)
    },
  })
  return {
    publish: (notification) => {
      local.publish(notification)
      if (notification.kind !== 'missed') outbox.send(slotOf(notification), written({ from, poke: notification }))
    },
    listen: local.listen,
    hears: () => hearing,
    close: async () => {
      closing.abort()
      await Promise.all([listening, outbox.idle()])
      await local.close()
    },
  }
}

/** Rows of the log that make it too long stay out of it: devices of the other servers ask for them. */
function written(message: Message): string {
  const text = JSON.stringify(message)
  const { poke } = message
  if (poke.kind !== 'versions' || Buffer.byteLength(text) <= MESSAGE_BYTES) return text
  const { log: _log, ...versions } = poke.versions
  return JSON.stringify({ ...message, poke: { ...poke, versions } } satisfies Message)
}

/** A newer state of the same account replaces one that still waits to be sent. */
function slotOf(notification: Sent): string {
  switch (notification.kind) {
    case 'versions':
      return notification.versions.user
    case 'session-ended':
      return `session ${notification.sessionId}`
    case 'all-sessions-ended':
      return `sessions of ${notification.userId}`
  }
}

/** How long to wait before the try with that number, from 0 (ms): longer each time, and not all servers at the same moment. */
const pauseBefore = (tries: number): number => reconnectAfter(tries + 1) * (0.5 + Math.random() / 2)

const waitBefore = (tries: number, signal: AbortSignal): Promise<unknown> =>
  pause(pauseBefore(tries), undefined, { signal }).catch(() => undefined)

/**
 * Sends notifications in the background, one query at a time with everything that waits; NOTIFY slows commits down. What was not sent
 * is sent again: the others may have been listening all the while. No more waits than there were commits meanwhile.
 */
function notifier(pool: pg.Pool, signal: AbortSignal) {
  const waiting = new Map<string, string>()
  let running: Promise<void> | null = null
  const flush = async () => {
    for (let failed = 0; waiting.size > 0 && !(failed > 0 && signal.aborted); ) {
      const messages = [...waiting]
      waiting.clear()
      try {
        const texts = messages.map(([, message]) => message)
        await pool.query('select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, texts])
        failed = 0
      } catch {
        for (const [slot, message] of messages) if (!waiting.has(slot)) waiting.set(slot, message)
        await waitBefore(failed, signal)
        failed += 1
      }
    }
    running = null
  }
  return {
    send: (slot: string, message: string) => {
      waiting.set(slot, message)
      running ??= flush()
    },
    idle: async () => {
      await running
    },
  }
}

interface Ears {
  /** Whatever is sent from now on is heard. */
  began(): void
  broke(): void
  hear(text: string): void
}

/** Listens until the signal, over as many connections as it takes. */
async function listenForever(pool: pg.Pool, signal: AbortSignal, ears: Ears): Promise<void> {
  for (let failed = 0; !signal.aborted; ) {
    const { began, broke, hear } = ears
    const beginning = () => {
      failed = 0
      began()
    }
    try {
      await listenOnce(await pool.connect(), signal, { began: beginning, broke, hear })
    } catch {
      broke()
      await waitBefore(failed, signal)
      failed += 1
    }
  }
}

/** Resolves when the signal says so, rejects when the connection breaks; it is closed either way. */
async function listenOnce(client: pg.PoolClient, signal: AbortSignal, ears: Ears): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Whoever awaits it comes later.
  promise.catch(() => undefined)
  client.on('notification', (message) => ears.hear(message.payload ?? ''))
  client.on('error', reject)
  client.on('end', () => reject(new Error('the listening connection ended')))
  const stop = () => resolve()
  signal.addEventListener('abort', stop, { once: true })
  const check = setInterval(() => void client.query('select 1').catch(reject), CHECK_MS)
  check.unref()
  try {
    await client.query(`listen ${CHANNEL}`)
    if (signal.aborted) return
    ears.began()
    await promise
  } finally {
    clearInterval(check)
    signal.removeEventListener('abort', stop)
    client.removeAllListeners('notification')
    client.release(true)
  }
}

/** Null for what no server of this version sends: what throws here would end the process. */
function readMessage(text: string): Message | null {
  try {
    const { data } = messageSchema.safeParse(JSON.parse(text))
    return data ?? null
  } catch {
    return null
  }
}
