import { createHash } from 'node:crypto'
import { eq, getTableName, isNotNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import type { UserId } from '#domain/lib/ids.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { Versions } from '#domain/protocol/events.ts'
import { SYDNEY } from '#domain/testing/samples.ts'
import { buildApp } from '#server/app.ts'
import { beginEpoch } from '#server/backup/begin-epoch.ts'
import type { Database } from '#server/db/database.ts'
import { type ServerMeta, serverFacts } from '#server/db/meta.ts'
import { applyErasures } from '#server/erasure/erasures.ts'
import { cookieName } from '#server/http/cookies.ts'
import { systemRandom } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { localChangeNotifications } from '#server/sync/change-notifications.ts'
import type { Erasure, ErasureRecorder } from '#server/sync/erasure-journal.ts'
import { readState, versionsOf } from '#server/sync/state.ts'
import { memoryBlobs } from '#server/testing/blobs.ts'
import { type TestClock, testClock } from '#server/testing/clock.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { NO_JOURNAL } from '#server/testing/journal.ts'
import { NO_PUSH } from '#server/testing/push.ts'
import { rememberRows } from '#server/testing/restore.ts'
import * as schema from '#server/testing/tables.ts'
import {
  appointments,
  doseEvents,
  grants,
  idempotencyKeys,
  medications,
  people,
  sessions,
  supplyEvents,
  syncState,
  tombstones,
  users,
} from '#server/testing/tables.ts'
import { namesOf } from '#src/platform/whose.ts'
import { PreparedPglite } from './prepared-pglite.ts'
import type { Chance } from './prng.ts'

/** A request as it leaves a browser. */
export interface WireRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

/** An answer as it reaches a browser. */
export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Account {
  id: UserId
  zone: string
}

/** The real server in this process, on one PGlite for many traces: every trace has its own users. */
export interface SimServer {
  clock: TestClock
  /** @param session the session token in the browser's cookie; null when there is none */
  handle(request: WireRequest, session: string | null): Promise<WireAnswer>
  /** Closes the app and builds it again on the same database. */
  restart(): Promise<void>
  /** Deletes every account with its data, so that the same trace can be played again. */
  clear(): Promise<void>
  forget(what: 'keys' | 'tombstones'): Promise<void>
  /** Saves everything in the database as it is now, for `restore`. */
  snapshot(): Promise<Snapshot>
  /**
   * Restores the database and begins a new epoch, as an operator does.
   * @param hasJournal whether the journal of erasures is available to be applied
   */
  restore(snapshot: Snapshot, hasJournal: boolean): Promise<void>
  /** Restores the database without announcing it; sessions and consent are as they should be. */
  replace(snapshot: Snapshot): Promise<void>
  /** Restores the database to before that account was created, and begins a new epoch. */
  loseAccount(account: Account): Promise<void>
  /** Returns the change notifications of the account's commits since the last call, with the rows they carry. */
  takeNotifications(account: Account): Versions[]
  /** Returns what a change notification tells the account's devices. */
  versions(account: Account): Promise<Versions>
  /** Creates accounts of sixteen-year-olds with consent, with that many open sessions each. */
  signUp(chance: Chance, sessionCounts: readonly number[]): Promise<{ account: Account; sessions: string[] }[]>
  setConsent(account: Account, given: boolean): Promise<void>
  /** Gives every consent and opens every session again. */
  reopenAll(): Promise<void>
  setRevoked(session: string, revoked: boolean): Promise<void>
  close(): Promise<void>
}

/** Puts the rows back. */
export type Snapshot = () => Promise<void>

/** As the server stores session tokens (server/accounts/sessions.ts); a difference would make every answer a 401. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** What belongs to an account, beside the account itself. */
const OF_ACCOUNT = [
  sessions,
  medications,
  appointments,
  doseEvents,
  supplyEvents,
  syncState,
  idempotencyKeys,
  tombstones,
]
const TABLES = [users, people, grants, ...OF_ACCOUNT].map(getTableName)

export const uuidOf = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export async function startServer(): Promise<SimServer> {
  const { pglite, close } = await freshDatabase()
  if (!pglite) throw new Error('The simulation runs on PGlite')
  const db = drizzle(new PreparedPglite(pglite) as never, { schema }) as unknown as Database
  const clock = testClock()
  const config = readConfig({ RATE_LIMIT_SCALE: '1000', OPENAPI: 'off' })
  const mailer = { destination: 'nowhere', send: async () => {} }
  const erasures: Erasure[] = []
  const journal: ErasureRecorder = {
    ...NO_JOURNAL,
    record: async (...erased) => void erasures.push(...erased),
  }
  let said: Versions[] = []
  let facts: ServerMeta = { epoch: '', secret: '' }
  const start = async () => {
    const changeNotifications = localChangeNotifications()
    changeNotifications.listen((notification) => notification.kind === 'versions' && said.push(notification.versions))
    const built = await buildApp({
      config,
      db,
      clock,
      mailer,
      push: NO_PUSH,
      journal,
      changeNotifications,
      blobs: memoryBlobs(),
    })
    await built.ready()
    facts = await serverFacts(db, clock, systemRandom)
    return built
  }
  let app = await start()
  const reopenAll = async () => {
    await db.update(users).set({ parentalConsentGiven: true })
    await db.update(sessions).set({ revokedAt: null }).where(isNotNull(sessions.revokedAt))
  }
  const cookie = cookieName(config, 'session')

  return {
    clock,
    async handle({ method, path, headers, body }, session) {
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headers, ...(session === null ? {} : { cookie: `${cookie}=${session}` }) },
        ...(body === null ? {} : { payload: body }),
      })
      const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      return { status: answer.statusCode, headers: Object.fromEntries(flat), body: answer.body }
    },
    takeNotifications({ id }) {
      const own = said.filter(({ user }) => user === id)
      said = said.filter(({ user }) => user !== id)
      return own
    },
    async restart() {
      await app.close()
      app = await start()
    },
    async clear() {
      erasures.length = 0
      said = []
      const emptied = TABLES.map((table) => `delete from "${table}"`)
      await pglite.exec([...emptied, 'update server_meta set first_seq = 0'].join(';'))
    },
    async forget(what) {
      await db.delete(what === 'keys' ? idempotencyKeys : tombstones)
    },
    snapshot: () => rememberRows(db),
    async restore(putBack, hasJournal) {
      await app.close()
      await putBack()
      if (hasJournal) await applyErasures(db, erasures)
      await beginEpoch(db, { clock, random: systemRandom })
      app = await start()
    },
    async replace(putBack) {
      await app.close()
      await putBack()
      await reopenAll()
      app = await start()
    },
    async loseAccount({ id }) {
      await app.close()
      for (const table of OF_ACCOUNT) await db.delete(table).where(eq(table.userId, id))
      await db.delete(users).where(eq(users.id, id))
      await beginEpoch(db, { clock, random: systemRandom })
      app = await start()
    },
    versions: async ({ id }) => versionsOf(id, facts, await readState(db, id)),
    async signUp(chance, sessionCounts) {
      const at = new Date(clock.now())
      const people = sessionCounts.map((count) => ({
        account: { id: uuidOf(chance.bytes(16)) as UserId, zone: SYDNEY },
        sessions: Array.from({ length: count }, () => Buffer.from(chance.bytes(32)).toString('base64url')),
      }))
      await db.insert(users).values(
        people.map(({ account }) => ({
          id: account.id,
          email: `${account.id}@example.com`,
          dateOfBirth: '2010-06-01',
          ageVerified: true,
          parentalConsentRequired: true,
          parentalConsentGiven: true,
          timeZone: account.zone,
          createdAt: at,
          updatedAt: at,
        })),
      )
      await db.insert(sessions).values(
        people.flatMap(({ account, sessions: tokens }) =>
          tokens.map((token) => ({
            id: uuidOf(chance.bytes(16)),
            userId: account.id,
            tokenHash: hashOf(token),
            deviceName: 'Phone',
            createdAt: at,
            lastSeenAt: at,
            expiresAt: new Date(clock.now() + 400 * DAY),
          })),
        ),
      )
      return people
    },
    async setConsent(account, given) {
      await db.update(users).set({ parentalConsentGiven: given }).where(eq(users.id, account.id))
    },
    reopenAll,
    async setRevoked(session, revoked) {
      const revokedAt = revoked ? new Date(clock.now()) : null
      await db
        .update(sessions)
        .set({ revokedAt })
        .where(eq(sessions.tokenHash, hashOf(session)))
    },
    async close() {
      await app.close()
      await close()
    },
  }
}

/** Whose data is read, and the account that reads it, with its sessions. */
interface Reading {
  account: Account
  asking: Account
  sessions: string[]
}

/** Reads the data in the account's newest session. */
export async function readAs<T>(server: SimServer, { account, asking, sessions }: Reading, path: string): Promise<T> {
  const headers = { ...namesOf({ person: account.id, account: asking.id }), accept: 'application/json' }
  const answer = await server.handle({ method: 'GET', path, headers, body: null }, sessions.at(-1) ?? null)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
  return JSON.parse(answer.body) as T
}
