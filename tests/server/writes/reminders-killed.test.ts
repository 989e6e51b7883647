import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localAt } from '#domain/lib/zone.ts'
import { openPglite, openPostgres } from '#server/db/database.ts'
import { type TestPushService, testPushService } from '#server/testing/push-service.ts'
import { addRemindedPeople } from '#server/testing/reminded-people.ts'
import { pushSends, serverMeta } from '#server/testing/tables.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { LONG, sized } from '#tests/support/long.ts'
import { until } from '#tests/support/wait.ts'
import { DATABASE, type ServerDatabase, serverDatabase } from '../support/database.ts'

/** More than a server asks at one time (server/reminders/send-queue.ts), so that some still wait when it is killed. */
const PEOPLE = sized({ short: 250, long: 400 })
/** This many get their reminder; the push service has the others but has not answered when the server is killed. */
const ANSWERED = sized({ short: 30, long: 150 })
/**
 * A claim of a dead server ends after a minute (server/reminders/delivery.ts), which only the long run waits out; a lone
 * server that comes back need not wait (ms).
 */
const TAKEN_OVER_WITHIN = 100_000

let database: ServerDatabase
let service: TestPushService
let servers: AppServer[]
beforeEach(async () => {
  database = await serverDatabase()
  service = await testPushService()
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await service.close()
  await database.drop()
})

async function start(): Promise<AppServer> {
  const environment = {
    ...database.environment,
    PUSH_SERVICE: service.origin,
    VAPID_SUBJECT: 'mailto:push@example.org',
  }
  const server = await startAppServer({ environment, needsClient: false })
  servers.push(server)
  return server
}

function openDatabase(server: AppServer) {
  const url = database.environment.DATABASE_URL
  return url ? openPostgres(url) : openPglite({ dataDir: path.join(server.dataDir, 'db') })
}

/** Gives every user a dose that became due in this minute. */
async function addPeople(server: AppServer): Promise<string[]> {
  const devices = Array.from({ length: PEOPLE }, () => service.subscribe())
  const open = await openDatabase(server)
  const now = Date.now()
  await addRemindedPeople(open.db, {
    devices,
    time: localAt(now, 'UTC').time,
    zone: 'UTC',
    medicines: 1,
    since: now,
  })
  // They bypassed the API, which would have kept the due index complete: the next start has to look for them.
  await open.db.update(serverMeta).set({ reminderRule: 0 })
  await open.close()
  return devices.map(({ endpoint }) => endpoint)
}

/** Makes the claims of the dead server a minute older. */
async function ageClaims(server: AppServer): Promise<void> {
  const open = await openDatabase(server)
  const claimedAt = sql`${pushSends.claimedAt} - interval '1 minute'`
  await open.db.update(pushSends).set({ claimedAt }).where(eq(pushSends.outcome, 'pending'))
  await open.close()
}

/**
 * Returns what users saw of the messages: one with the same tag and title again replaces itself and does not ring
 * again.
 */
function seen(endpoints: readonly string[]) {
  const shown = new Map<string, Set<string>>(endpoints.map((endpoint) => [endpoint, new Set()]))
  for (const { endpoint, text } of service.received) {
    const { title, tag } = JSON.parse(text).notification
    shown.get(endpoint)?.add(`${tag} ${title}`)
  }
  const counts = [...shown.values()].map(({ size }) => size)
  return {
    lost: counts.filter((count) => count === 0).length,
    doubled: counts.filter((count) => count > 1).length,
    repeated: service.received.length - counts.reduce((sum, count) => sum + count, 0),
  }
}

it(`R3.1 on ${DATABASE}, a server that is killed amid ${PEOPLE} reminders has lost none and doubled none`, {
  timeout: 240_000,
}, async () => {
  const server = await start()
  await server.kill()
  const endpoints = await addPeople(server)
  let asked = 0
  service.answer = () => {
    asked += 1
    return asked > ANSWERED ? 'hang' : undefined
  }
  await server.start()
  await until(() => asked > ANSWERED, { timeout: 30_000, what: 'the burst' })
  // On PostgreSQL there is a second server, which takes over; on PGlite the killed one comes back.
  if (DATABASE === 'PostgreSQL') await start()
  await server.kill()
  service.answer = null
  expect(service.received).toHaveLength(ANSWERED)
  if (DATABASE === 'PGlite') await server.start()
  else if (!LONG) await ageClaims(server)
  await until(() => seen(endpoints).lost === 0, { timeout: TAKEN_OVER_WITHIN, what: 'every reminder' })
  const { lost, doubled, repeated } = seen(endpoints)
  console.info(
    `${DATABASE}: killed after ${ANSWERED} of ${PEOPLE}: ${lost} lost, ${doubled} doubled, ${repeated} sent twice and shown once`,
  )
  expect([lost, doubled, service.refused]).toEqual([0, 0, []])
})
