import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { HEARTBEAT_MS, type Versions } from '#domain/protocol/events.ts'
import { sessions } from '../accounts/tables.ts'
import { currentUser } from '../accounts/users.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import type { ChangeNotification } from '../sync/change-notifications.ts'
import { readState, readStates, versionsOf } from '../sync/state.ts'

/** More than any person has tabs with the lock; a loop that reconnects must not fill the server. */
const MOST_PER_USER = 10
/** A reader that stopped reading is cut off instead of buffered: it comes back by itself. */
const MOST_BUFFERED = 64 * 1024
/** After a look for what was missed that the database refused (ms). */
const CATCH_UP_AGAIN = 500

interface Connection {
  sessionId: string
  stream: Readable
  /** The sequence said last; an older state that arrives late is not said any more. */
  said: number
  /** Nothing can be written to it any more; the stream itself only says so once its reader has come to the end. */
  isOver: boolean
}

type StreamContext = Pick<Context, 'config' | 'db' | 'clock' | 'facts' | 'changeNotifications' | 'metrics'>

/** By account: a change notification must not look at everybody's connections. */
type Connections = Map<string, Set<Connection>>

/** The open connections of GET /api/events on this server. */
export interface Streams {
  /** A stream of server-sent events that begins with the versions; null when the user has ten already. */
  open(account: { userId: string; sessionId: string }): Promise<Readable | null>
  /** Ends every connection, and no more are opened. */
  close(): void
}

/** Says versions on connecting, on every change notification, after change notifications were missed and with each heartbeat; ends with the session. */
export function createStreams(context: StreamContext): Streams {
  const { db, facts, changeNotifications, metrics } = context
  const connections: Connections = new Map()
  let closed = false
  // What was missed does not wait for the next beat.
  const catchUp = retried(
    () => beat(context, connections),
    () => closed,
  )
  const stopListening = changeNotifications.listen((notification) =>
    notification.kind === 'missed' ? catchUp() : hear(notification, connections),
  )
  const heart = setInterval(() => {
    // A beat that the database refuses is left out; 60 s without any make devices reconnect.
    beat(context, connections).catch(() => undefined)
  }, HEARTBEAT_MS)
  heart.unref()

  return {
    open: async ({ userId, sessionId }) => {
      if (closed || (connections.get(userId)?.size ?? 0) >= MOST_PER_USER) return null
      const stream = new Readable({ read: () => undefined })
      const connection: Connection = { sessionId, stream, said: -1, isOver: false }
      // Listening before reading: a commit in between is said twice rather than not at all.
      join(connections, userId, connection)
      metrics.streams.opened()
      connection.stream.once('close', () => metrics.streams.closed())
      connection.stream.push('retry: 3000\n\n')
      try {
        say(connection, versionsOf(userId, facts, await readState(db, userId)))
      } catch (error) {
        connection.stream.destroy()
        throw error
      }
      return connection.stream
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
 * Returns what to call when the work is needed: it is done once for many calls, and again until it succeeds.
 * @param isOver whether nobody needs it any more
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

function join(connections: Connections, userId: string, connection: Connection): void {
  const own = connections.get(userId) ?? new Set()
  connections.set(userId, own.add(connection))
  connection.stream.once('close', () => {
    connection.isOver = true
    own.delete(connection)
    if (own.size === 0 && connections.get(userId) === own) connections.delete(userId)
  })
}

/** Ends the account's connections, or those of the sessions that no longer stand. */
function end(connections: Connections, userId: string, ended: (sessionId: string) => boolean = () => true): void {
  for (const connection of connections.get(userId) ?? []) {
    if (connection.isOver || !ended(connection.sessionId)) continue
    connection.isOver = true
    connection.stream.push(null)
  }
}

function say(connection: Connection, versions: Versions): void {
  const { stream } = connection
  if (connection.isOver || stream.destroyed || versions.seq < connection.said) return
  connection.said = versions.seq
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
      end(connections, notification.userId, (sessionId) => sessionId === notification.sessionId)
      return
    case 'all-sessions-ended':
      end(connections, notification.userId)
      return
  }
}

/** Two queries for all connections together: which sessions still stand, and how far their accounts are. */
async function beat(context: StreamContext, connections: Connections): Promise<void> {
  if (connections.size === 0) return
  const asked = [...connections].map(([userId, own]) => ({ userId, own: [...own] }))
  const sessionIds = asked.flatMap(({ own }) => own.map((connection) => connection.sessionId))
  const standing = await standingSessions(context, sessionIds)
  const states = await readStates(
    context.db,
    asked.map(({ userId }) => userId),
  )
  for (const { userId, own } of asked) {
    const versions = versionsOf(userId, context.facts, states.get(userId))
    for (const connection of own) if (standing.has(connection.sessionId)) say(connection, versions)
    end(
      connections,
      userId,
      (sessionId) => own.some((connection) => connection.sessionId === sessionId) && !standing.has(sessionId),
    )
  }
}

/** Which of the sessions are neither revoked nor lapsed, and have an account that may use health data: change notifications carry some. */
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
