import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { HEARTBEAT_MS, type Versions } from '#domain/protocol/events.ts'
import { sessions } from '../accounts/tables.ts'
import { currentUser } from '../accounts/users.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { stillSeen } from '../people/still-seen.ts'
import type { ChangeNotification } from '../sync/change-notifications.ts'
import { readStates, versionsOf } from '../sync/state.ts'

/** Of one account about one person: more than the number of tabs anyone has. A reconnecting loop must not fill the server. */
const MOST_PER_USER = 10
/** A client that has stopped reading is disconnected rather than buffered for; it reconnects on its own. */
const MOST_BUFFERED = 64 * 1024
/** How long to wait before trying again when the database refused a check for missed changes (ms). */
const CATCH_UP_AGAIN = 500

interface Connection {
  sessionId: string
  /** The account that listens; another one's for a person that is shared. */
  accountId: string
  stream: Readable
  /** By person, the sequence sent last; an older state that arrives late is not sent. */
  said: Map<string, number>
  /** Nothing can be written to it any more. The stream itself only says so once its reader has come to the end. */
  isOver: boolean
}

type StreamContext = Pick<Context, 'config' | 'db' | 'clock' | 'facts' | 'changeNotifications' | 'metrics'>

/** By person, so that a change notification does not have to go through everyone's connections. */
type Connections = Map<string, Set<Connection>>

/** The open connections of GET /api/events on this server. */
export interface Streams {
  /**
   * Opens a stream of server-sent events about these people that begins with the versions of each. Returns null if the
   * account already has ten about the first of them.
   */
  open(asked: {
    people: readonly [string, ...string[]]
    accountId: string
    sessionId: string
  }): Promise<Readable | null>
  /** Ends all connections and opens no more. */
  close(): void
}

/**
 * Sends versions on connecting, on every change notification, after change notifications were missed, and with each
 * heartbeat. A stream ends with its session.
 */
export function createStreams(context: StreamContext): Streams {
  const { db, facts, changeNotifications, metrics } = context
  const connections: Connections = new Map()
  let closed = false
  // Missed changes do not wait for the next heartbeat.
  const catchUp = retried(
    () => beat(context, connections),
    () => closed,
  )
  const stopListening = changeNotifications.listen((notification) =>
    notification.kind === 'missed' ? catchUp() : hear(notification, connections),
  )
  const heart = setInterval(() => {
    // A heartbeat that the database refuses is skipped; after 60 s without any, devices reconnect.
    beat(context, connections).catch(() => undefined)
  }, HEARTBEAT_MS)
  heart.unref()

  return {
    open: async ({ people, accountId, sessionId }) => {
      const open = [...(connections.get(people[0]) ?? [])].filter((connection) => connection.accountId === accountId)
      if (closed || open.length >= MOST_PER_USER) return null
      const stream = new Readable({ read: () => undefined })
      const connection: Connection = { sessionId, accountId, stream, said: new Map(), isOver: false }
      // Listens before reading: a commit in between is sent twice rather than not at all.
      join(connections, people, connection)
      metrics.streams.opened()
      stream.once('close', () => metrics.streams.closed())
      stream.push('retry: 3000\n\n')
      try {
        const states = await readStates(db, [...people])
        for (const person of people) say(connection, versionsOf(person, facts, states.get(person)))
      } catch (error) {
        stream.destroy()
        throw error
      }
      return stream
    },
    close: () => {
      closed = true
      clearInterval(heart)
      stopListening()
      for (const userId of [...connections.keys()]) end(connections, userId)
    },
  }
}

/**
 * Returns a function to call when the work is needed. Many calls lead to a single run, which is repeated until it
 * succeeds.
 * @param isOver whether the work is no longer needed
 */
function retried(work: () => Promise<void>, isOver: () => boolean): () => void {
  let isWanted = false
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (isWanted && !isOver()) {
      isWanted = false
      await work().catch(async () => {
        isWanted = true
        await pause(CATCH_UP_AGAIN, undefined, { ref: false })
      })
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}

function join(connections: Connections, people: readonly string[], connection: Connection): void {
  const joined = people.map((person) => {
    const own = connections.get(person) ?? new Set()
    connections.set(person, own.add(connection))
    return { person, own }
  })
  connection.stream.once('close', () => {
    connection.isOver = true
    for (const { person, own } of joined) {
      own.delete(connection)
      if (own.size === 0 && connections.get(person) === own) connections.delete(person)
    }
  })
}

/** Ends the connections about a person, or those of them that are no longer valid. */
function end(
  connections: Connections,
  userId: string,
  isEnded: (connection: Connection) => boolean = () => true,
): void {
  for (const connection of connections.get(userId) ?? []) {
    if (connection.isOver || !isEnded(connection)) continue
    connection.isOver = true
    connection.stream.push(null)
  }
}

/** Does the same about everybody: an account listens for all its people. */
function endAll(connections: Connections, isEnded: (connection: Connection) => boolean): void {
  for (const userId of [...connections.keys()]) end(connections, userId, isEnded)
}

function say(connection: Connection, versions: Versions): void {
  const { stream, said } = connection
  if (connection.isOver || stream.destroyed || versions.seq < (said.get(versions.user) ?? -1)) return
  said.set(versions.user, versions.seq)
  stream.push(`event: versions\ndata: ${JSON.stringify(versions)}\n\n`)
  if (stream.readableLength <= MOST_BUFFERED) return
  connection.isOver = true
  stream.destroy()
}

function hear(notification: Exclude<ChangeNotification, { kind: 'missed' }>, connections: Connections): void {
  switch (notification.kind) {
    case 'versions':
      for (const connection of connections.get(notification.versions.user) ?? []) say(connection, notification.versions)
      return
    case 'session-ended':
      endAll(connections, ({ sessionId }) => sessionId === notification.sessionId)
      return
    case 'all-sessions-ended':
      end(connections, notification.userId)
      endAll(connections, ({ accountId }) => accountId === notification.userId)
      return
    case 'access-ended':
      end(connections, notification.userId, ({ accountId }) => accountId === notification.accountId)
      return
  }
}

/**
 * Runs a few queries for all connections together: which sessions are still valid, whom their accounts may still see,
 * and how far these are.
 */
async function beat(context: StreamContext, connections: Connections): Promise<void> {
  if (connections.size === 0) return
  const asked = [...connections].map(([userId, own]) => ({ userId, own: [...own] }))
  const all = asked.flatMap(({ userId, own }) =>
    own.map(({ sessionId, accountId }) => ({ userId, sessionId, accountId })),
  )
  const standing = await standingSessions(
    context,
    all.map(({ sessionId }) => sessionId),
  )
  const isSeen = await stillSeen(context, all)
  const states = await readStates(
    context.db,
    asked.map(({ userId }) => userId),
  )
  for (const { userId, own } of asked) {
    const versions = versionsOf(userId, context.facts, states.get(userId))
    const mayListen = ({ sessionId, accountId }: Connection) => standing.has(sessionId) && isSeen({ accountId, userId })
    for (const connection of own) if (mayListen(connection)) say(connection, versions)
    end(connections, userId, (connection) => own.includes(connection) && !mayListen(connection))
  }
}

/**
 * Returns the sessions that are neither revoked nor expired and whose account may use health data, because change
 * notifications contain some.
 */
async function standingSessions({ config, db, clock }: StreamContext, sessionIds: string[]): Promise<Set<string>> {
  const now = clock.now()
  const rows = await db
    .select({ id: sessions.id, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, sessionIds), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now))))
  const mayListen = rows.filter(({ user }) => mayUse(currentUser(user, config, now), 'health', now).allowed)
  return new Set(mayListen.map((row) => row.id))
}
