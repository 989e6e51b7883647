import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { readVersions, type Versions } from '#domain/protocol/events.ts'
import type { Database } from '../db/database.ts'
import { localPokes, type Pokes } from './change-notifications.ts'

const CHANNEL = 'dosewell_pokes'
/** PostgreSQL refuses a notification of 8,000 bytes. */
const LETTER_BYTES = 7_900
/** Before the first and the last of tries in a row, after the connection broke (ms); a part of it by chance. */
const RECONNECT_MS = 100
const RECONNECT_MOST_MS = 5_000
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
const letterSchema = z.object({
  /** That server; this one has heard its own already. */
  from: z.string(),
  poke: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('versions'), versions: z.looseObject({}).transform(versionsOrNever) }),
    z.object({ kind: z.literal('session-ended'), userId: z.string(), sessionId: z.string() }),
    z.object({ kind: z.literal('all-sessions-ended'), userId: z.string() }),
  ]),
})
type Letter = z.infer<typeof letterSchema>
type Sent = Letter['poke']

/** The pool behind a database on PostgreSQL; null on PGlite. Drizzle keeps its driver in `$client`. */
function poolOf(db: Database): pg.Pool | null {
  const driver = (db as { $client?: unknown }).$client
  return driver instanceof pg.Pool ? driver : null
}

/** Pokes for servers of this database: across servers on PostgreSQL, within the process on PGlite. */
export function pokesOf(db: Database): Pokes {
  const pool = poolOf(db)
  return pool ? postgresPokes(pool) : localPokes()
}

/**
 * Pokes over LISTEN/NOTIFY. Listening takes one connection of the pool for as long as the server runs. Whenever it begins anew,
 * `missed` is published, once it is certain that nothing further can be.
 */
function postgresPokes(pool: pg.Pool): Pokes {
  const local = localPokes()
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
      const letter = readLetter(text)
      if (letter && letter.from !== from) local.publish(letter.poke)
    },
  })
  return {
    publish: (poke) => {
      local.publish(poke)
      if (poke.kind !== 'missed') outbox.send(slotOf(poke), written({ from, poke }))
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
function written(letter: Letter): string {
  const text = JSON.stringify(letter)
  const { poke } = letter
  if (poke.kind !== 'versions' || Buffer.byteLength(text) <= LETTER_BYTES) return text
  const { log: _log, ...versions } = poke.versions
  return JSON.stringify({ ...letter, poke: { ...poke, versions } } satisfies Letter)
}

/** A newer state of the same account replaces one that still waits to be sent. */
function slotOf(poke: Sent): string {
  switch (poke.kind) {
    case 'versions':
      return poke.versions.user
    case 'session-ended':
      return `session ${poke.sessionId}`
    case 'all-sessions-ended':
      return `sessions of ${poke.userId}`
  }
}

/** How long to wait before the try with that number, from 0 (ms): longer each time, and not all servers at the same moment. */
const pauseBefore = (tries: number): number =>
  Math.min(RECONNECT_MOST_MS, RECONNECT_MS * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2)

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
      const letters = [...waiting]
      waiting.clear()
      try {
        const texts = letters.map(([, letter]) => letter)
        await pool.query('select pg_notify($1, letter) from unnest($2::text[]) as letter', [CHANNEL, texts])
        failed = 0
      } catch {
        for (const [slot, letter] of letters) if (!waiting.has(slot)) waiting.set(slot, letter)
        await waitBefore(failed, signal)
        failed += 1
      }
    }
    running = null
  }
  return {
    send: (slot: string, letter: string) => {
      waiting.set(slot, letter)
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
function readLetter(text: string): Letter | null {
  try {
    const { data } = letterSchema.safeParse(JSON.parse(text))
    return data ?? null
  } catch {
    return null
  }
}
