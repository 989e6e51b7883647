import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../db/database.ts'
import { localPokes, type Poke, type Pokes } from './sync-pokes.ts'

const CHANNEL = 'dosewell_pokes'
/** PostgreSQL refuses a notification of 8,000 bytes. */
const LETTER_BYTES = 7_900
/** Between tries to listen again after the connection broke. */
const RECONNECT_MS = 1_000

interface Letter {
  /** The server that sent it, which has heard it already. */
  from: string
  poke: Poke
}

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

/** Pokes over LISTEN/NOTIFY. Listening takes one connection of the pool for as long as the server runs. */
function postgresPokes(pool: pg.Pool): Pokes {
  const local = localPokes()
  const from = randomUUID()
  const closing = new AbortController()
  const outbox = notifier(pool)
  const listening = listenForever(pool, closing.signal, (text) => {
    const letter = readLetter(text)
    if (letter && letter.from !== from) local.publish(letter.poke)
  })
  return {
    publish: (poke) => {
      local.publish(poke)
      outbox.send(slotOf(poke), written({ from, poke }))
    },
    listen: local.listen,
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
function slotOf(poke: Poke): string {
  switch (poke.kind) {
    case 'versions':
      return poke.versions.user
    case 'session-ended':
      return `session ${poke.sessionId}`
    case 'all-sessions-ended':
      return `sessions of ${poke.userId}`
  }
}

/** Sends notifications in the background, one query at a time with everything that waits; NOTIFY slows commits down. */
function notifier(pool: pg.Pool) {
  const waiting = new Map<string, string>()
  let running: Promise<void> | null = null
  const flush = async () => {
    while (waiting.size > 0) {
      const letters = [...waiting.values()]
      waiting.clear()
      // A lost poke costs other servers' devices one heartbeat.
      await pool
        .query('select pg_notify($1, letter) from unnest($2::text[]) as letter', [CHANNEL, letters])
        .catch(() => undefined)
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

/** Listens until the signal, over as many connections as it takes. */
async function listenForever(
  pool: pg.Pool,
  signal: AbortSignal,
  hear: (text: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(await pool.connect(), signal, hear)
    } catch {
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Resolves when the signal says so, rejects when the connection breaks; it is closed either way. */
async function listenOnce(
  client: pg.PoolClient,
  signal: AbortSignal,
  hear: (text: string) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.on('notification', (message) => hear(message.payload ?? ''))
  client.on('error', reject)
  client.on('end', () => reject(new Error('the listening connection ended')))
  signal.addEventListener('abort', () => resolve(), { once: true })
  try {
    await client.query(`listen ${CHANNEL}`)
    if (!signal.aborted) await promise
  } finally {
    promise.catch(() => undefined)
    client.removeAllListeners('notification')
    client.release(true)
  }
}

function readLetter(text: string): Letter | null {
  try {
    return JSON.parse(text) as Letter
  } catch {
    return null
  }
}
