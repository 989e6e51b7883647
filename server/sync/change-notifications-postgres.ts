import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { readVersions, type Versions } from '#domain/protocol/events.ts'
import type { Database } from '../db/database.ts'
import { sayAtWork } from '../db/servers-at-work.ts'
import { doubling } from '../queue/backoff.ts'
import { type ChangeNotifications, localChangeNotifications } from './change-notifications.ts'

const CHANNEL = 'dosewell_pokes'
/** PostgreSQL refuses a notification of 8,000 bytes. */
const MESSAGE_BYTES = 7_900
/** Returns how long to wait (ms) after this many failed connection attempts in a row. `pauseBefore` adds the jitter. */
const reconnectAfter = doubling(100, 5_000)
/** How often to probe the connection (ms): one that only listens never notices that its other end has gone. */
const CHECK_MS = 10_000
/** How long notifications wait for others to be sent with (ms): less than anybody on another server would notice. */
const GATHERED_MS = 10

/** Rows of the log that this version cannot read are left out, as they are on devices. */
function versionsOrNever(said: object, context: z.core.$RefinementCtx): Versions {
  const versions = readVersions(said)
  if (versions) return versions
  context.issues.push({ code: 'custom', input: said, message: 'not the versions of an account' })
  return z.NEVER
}

/** A message from another server. */
const messageSchema = z.object({
  /** The sending server. A server skips its own messages, which it has already published locally. */
  from: z.string(),
  /** The name on the wire, unchanged because older servers use it. */
  poke: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('versions'), versions: z.looseObject({}).transform(versionsOrNever) }),
    z.object({ kind: z.literal('session-ended'), userId: z.string(), sessionId: z.string() }),
    z.object({ kind: z.literal('all-sessions-ended'), userId: z.string() }),
    z.object({ kind: z.literal('access-ended'), userId: z.string(), accountId: z.string() }),
  ]),
})
type Message = z.infer<typeof messageSchema>
type Sent = Message['poke']

/** Returns the pool behind a PostgreSQL database, or null on PGlite. Drizzle keeps its driver in `$client`. */
function poolOf(db: Database): pg.Pool | null {
  const driver = (db as { $client?: unknown }).$client
  return driver instanceof pg.Pool ? driver : null
}

/** Returns the change notifications of this database: across servers on PostgreSQL, within the process on PGlite. */
export function changeNotificationsOf(db: Database): ChangeNotifications {
  const pool = poolOf(db)
  return pool ? postgresChangeNotifications(pool) : localChangeNotifications()
}

/**
 * Sends change notifications over LISTEN/NOTIFY. Listening uses one connection of the pool while the server runs. Each
 * time listening starts again, `missed` is published as soon as nothing more can be missed.
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
      // The database sends back every message of our own.
      if (text.startsWith(JSON.stringify({ from }).slice(0, -1))) return
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

/**
 * Serialises a message. If the log rows would make it too long, they are left out and devices on other servers fetch
 * them.
 */
function written(message: Message): string {
  const text = JSON.stringify(message)
  const { poke } = message
  if (poke.kind !== 'versions' || Buffer.byteLength(text) <= MESSAGE_BYTES) return text
  const { log: _log, ...versions } = poke.versions
  return JSON.stringify({ ...message, poke: { ...poke, versions } } satisfies Message)
}

/** A newer state of an account replaces an older one that is still waiting to be sent. */
function slotOf(notification: Sent): string {
  switch (notification.kind) {
    case 'versions':
      return notification.versions.user
    case 'session-ended':
      return `session ${notification.sessionId}`
    case 'all-sessions-ended':
      return `sessions of ${notification.userId}`
    case 'access-ended':
      return `${notification.accountId} of ${notification.userId}`
  }
}

/**
 * Returns how long to wait before this attempt, counted from 0 (ms): longer each time, and with jitter so that servers
 * do not all retry at the same moment.
 */
const pauseBefore = (tries: number): number => reconnectAfter(tries + 1) * (0.5 + Math.random() / 2)

const waitBefore = (tries: number, signal: AbortSignal): Promise<unknown> =>
  pause(pauseBefore(tries), undefined, { signal }).catch(() => undefined)

/**
 * Sends notifications in the background. NOTIFY slows commits down, and each query costs as much as a dose, so one at a
 * time sends everything that has gathered. Failed ones are sent again, since the other servers may have been listening
 * all along. There are never more of them waiting than there were commits in the meantime.
 */
function notifier(pool: pg.Pool, signal: AbortSignal) {
  const waiting = new Map<string, string>()
  let running: Promise<void> | null = null
  const flush = async () => {
    for (let failed = 0; waiting.size > 0 && !(failed > 0 && signal.aborted); ) {
      await pause(GATHERED_MS)
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
  /** From now on every notification is received. */
  began(): void
  broke(): void
  hear(text: string): void
}

/** Listens until the signal aborts, reconnecting as often as needed. */
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

/** Resolves when the signal aborts and rejects when the connection breaks. The connection is closed either way. */
async function listenOnce(client: pg.PoolClient, signal: AbortSignal, ears: Ears): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // It is only awaited further down; a rejection before that must not count as unhandled.
  promise.catch(() => undefined)
  client.on('notification', (message) => ears.hear(message.payload ?? ''))
  client.on('error', reject)
  client.on('end', () => reject(new Error('the listening connection ended')))
  const stop = () => resolve()
  signal.addEventListener('abort', stop, { once: true })
  const check = setInterval(() => void client.query('select 1').catch(reject), CHECK_MS)
  check.unref()
  try {
    await sayAtWork(client)
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

/** Returns null for anything a server of this version would not send: throwing here would end the process. */
function readMessage(text: string): Message | null {
  try {
    const { data } = messageSchema.safeParse(JSON.parse(text))
    return data ?? null
  } catch {
    return null
  }
}
