import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Mailing } from '#domain/protocol/admin.ts'
import { openPglite, openPostgres } from '#server/db/database.ts'
import { mails, users } from '#server/testing/tables.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { LONG, sized } from '#tests/support/long.ts'
import { headerOf, type SmtpSink, smtpSink } from '#tests/support/smtp-sink.ts'
import { until } from '#tests/support/wait.ts'
import { DATABASE, type ServerDatabase, serverDatabase } from '../support/database.ts'

/** The same code delivers them on both databases; that it copes with so many is shown once. */
const PEOPLE = sized({ short: 200, long: DATABASE === 'PostgreSQL' ? 10_000 : 1_000 })
/** The server is killed when this many have received the mail. */
const HALF = PEOPLE / 2
/** Mails that a server is sending at one time (server/mail/carrier.ts): no more can be in doubt when it dies. */
const AT_ONCE = 5
const ADMIN = 'admin@example.org'

let database: ServerDatabase
let sink: SmtpSink
let servers: AppServer[]
beforeEach(async () => {
  database = await serverDatabase()
  sink = await smtpSink()
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await sink.close()
  await database.drop()
})

async function start(fill = async (_dataDir: string) => {}): Promise<AppServer> {
  const environment = {
    ...database.environment,
    SMTP_URL: sink.url,
    ADMIN_EMAILS: ADMIN,
    MAILS_PER_MINUTE: '1000000',
  }
  const server = await startAppServer({ environment, needsClient: false, fill })
  servers.push(server)
  return server
}

async function addPeople(dataDir: string): Promise<void> {
  const url = database.environment.DATABASE_URL
  const open = url ? await openPostgres(url) : await openPglite({ dataDir: path.join(dataDir, 'db') })
  const now = new Date()
  for (let from = 0; from < PEOPLE; from += 1000) {
    await open.db.insert(users).values(
      Array.from({ length: Math.min(1000, PEOPLE - from) }, (_, index) => ({
        id: randomUUID(),
        email: `p${from + index}@example.org`,
        createdAt: now,
        updatedAt: now,
      })),
    )
  }
  await open.close()
}

/** Waits until only the dead server's claims are left, and makes them a minute older. */
async function ageClaims(): Promise<void> {
  const { db, close } = await openPostgres(String(database.environment.DATABASE_URL))
  const isOpen = inArray(mails.state, ['waiting', 'claimed', 'handing-over'])
  const left = () => db.selectDistinct({ state: mails.state, by: mails.claimedBy }).from(mails).where(isOpen)
  const isDead = async () => {
    const claims = await left()
    return claims.every(({ state }) => state !== 'waiting') && new Set(claims.map(({ by }) => by)).size <= 1
  }
  await until(isDead, { timeout: 60_000, what: 'the end of what the other server sends' })
  await db
    .update(mails)
    .set({ claimedAt: sql`${mails.claimedAt} - interval '1 minute'` })
    .where(isOpen)
  await close()
}

/** Signs in with the mailed code; returns the cookies. */
async function signIn(server: AppServer): Promise<string> {
  const jar: string[] = []
  const submit = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { cookie: jar.join('; '), 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    jar.push(...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
  }
  await submit('/api/login', { email: ADMIN })
  const code = await until(
    () => {
      const mail = sink.received.findLast(({ to }) => to === ADMIN)
      return mail && /^\d{6}/.exec(headerOf(mail, 'Subject') ?? '')?.[0]
    },
    { what: 'the code' },
  )
  await submit('/api/login/code', { code })
  return jar.join('; ')
}

/** Returns who never received the mail, and who received it more than once. */
function outcome() {
  const counts = new Map(Array.from({ length: PEOPLE }, (_, index) => [`p${index}@example.org`, 0]))
  for (const { to } of sink.received) if (counts.has(to)) counts.set(to, (counts.get(to) ?? 0) + 1)
  const of = (isOne: (count: number) => boolean) => [...counts].filter(([, count]) => isOne(count)).map(([to]) => to)
  return { missing: of((count) => count === 0), doubled: of((count) => count > 1) }
}

it(`on ${DATABASE}, a mail to ${PEOPLE} whose server is killed half-way reaches each of them once`, {
  timeout: 300_000,
}, async () => {
  const server = await start(addPeople)
  const cookie = await signIn(server)
  // On PostgreSQL a second server shares the work, and takes over.
  const other = DATABASE === 'PostgreSQL' ? await start() : null
  const before = sink.received.length
  const answer = await fetch(`${server.url}/api/admin/send-email`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ recipientType: 'all', subject: 'News', message: 'There is a new version.' }),
  })
  expect([answer.status, ((await answer.json()) as { sent: number }).sent]).toEqual([200, PEOPLE + 1])
  await until(() => sink.received.length - before >= HALF, {
    timeout: 120_000,
    interval: 5,
    what: 'the first half',
  })
  await server.kill()
  const reached = sink.received.length - before
  expect(reached).toBeLessThan(PEOPLE)
  if (!other) await server.start()
  // The long run waits until they have ended by themselves.
  else if (!LONG) await ageClaims()
  const mailing = async () => {
    const listed = await fetch(`${(other ?? server).url}/api/admin/mailings`, { headers: { cookie } })
    const [newest] = (await listed.json()) as Mailing[]
    return newest?.finishedAt ? newest : null
  }
  const { recipients, sent, failed, inDoubt } = await until(mailing, {
    timeout: 150_000,
    interval: 250,
    what: 'the end of the mailing',
  })
  const { missing, doubled } = outcome()
  console.info(
    `${DATABASE}: killed after ${reached} of ${recipients}: ${sent} sent, ${inDoubt} in doubt, ${missing.length} missing, ${doubled.length} doubled`,
  )
  expect([doubled, failed, sent + inDoubt]).toEqual([[], 0, recipients])
  // Only a mail whose end was under way at that instant can be lost, and it is counted.
  expect(inDoubt).toBeLessThanOrEqual(AT_ONCE)
  expect(missing.length).toBeLessThanOrEqual(inDoubt)
})
