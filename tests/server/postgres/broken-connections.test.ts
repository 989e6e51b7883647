import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Versions } from '#domain/protocol/events.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { sized } from '#tests/support/long.ts'
import { until } from '#tests/support/wait.ts'
import { type Account, type Call, signUp } from '../support/account.ts'
import { type ServerDatabase, serverDatabase } from '../support/database.ts'

/** How often all connections are ended, one second apart. */
const ENDS = Number(process.env.BREAK_SECONDS ?? sized({ short: 3, long: 60 }))
const ACCOUNTS = 4
/** Time between two requests: 50 in a second (ms). */
const EVERY = 20
/** After that many answers in a row without a refusal, everything is back to normal. */
const AS_BEFORE = 50

let database: ServerDatabase
/** Two on one database: the second is notified of what is written through the first. */
let servers: AppServer[] = []
let administrator: pg.Client
beforeAll(async () => {
  database = await serverDatabase()
  const start = () => startAppServer({ environment: database.environment, needsClient: false })
  servers = await Promise.all([start(), start()])
  administrator = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
  await administrator.connect()
})
afterAll(async () => {
  await administrator?.end()
  await Promise.all(servers.map((server) => server.stop()))
  await database?.drop()
})

async function endAllConnections(): Promise<number> {
  const name = new URL(String(database.environment.DATABASE_URL)).pathname.slice(1)
  const { rowCount } = await administrator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  )
  return rowCount ?? 0
}

/** A request and how it was answered. */
interface Asked {
  status: number
  retryAfter: string | null
  begun: number
  took: number
}

/** A client that writes, reads and listens, and its results. */
interface Person {
  account: Account
  medicationId: string
  heard: Versions[]
  /** Ids of doses and names of medications whose write was acknowledged. */
  acknowledged: Set<string>
}

const medication = (name: string) => ({
  name,
  dosage: '500 mg',
  frequency: 'daily',
  reminderTimes: ['08:00'],
})

async function openPerson(from: AppServer, listeningTo: AppServer, signal: AbortSignal): Promise<Person> {
  const account = await signUp(from)
  const { text } = await account.request('POST', '/api/medications', { body: medication('First') })
  const heard: Versions[] = []
  const listen = async () => {
    for await (const versions of account.notifications(listeningTo, signal)) heard.push(versions)
  }
  listen().catch(() => undefined)
  return { account, medicationId: (JSON.parse(text) as { id: string }).id, heard, acknowledged: new Set() }
}

/** Writes a dose, and now and then a medication whose id the server makes: done twice, it would exist twice. */
function writeOf({ medicationId }: Person, number: number): Call & { name: string } {
  const key = randomUUID()
  if (number % 10 === 0) {
    const name = `Number ${number}`
    return { name, key, method: 'POST', path: '/api/medications', body: medication(name) }
  }
  const at = new Date().toISOString()
  const id = randomUUID()
  const device = { deviceId: randomUUID(), deviceName: 'Phone' }
  const snapshot = { name: 'First', dosage: '500 mg' }
  const body = { id, medicationId, kind: 'taken', at, loggedAt: at, snapshot, ...device }
  return { name: id, key, method: 'POST', path: '/api/doses', body }
}

it('all connections end every second under 50 requests a second: the server lives, refuses for a moment, and loses nothing', {
  timeout: 240_000 + ENDS * 5_000,
}, async () => {
  const [server, other] = servers as [AppServer, AppServer]
  const leaving = new AbortController()
  const people: Person[] = []
  for (let one = 0; one < ACCOUNTS; one += 1)
    people.push(await openPerson(server, one % 2 === 0 ? other : server, leaving.signal))
  const answers: Asked[] = []
  const ask = async (person: Person, method: string, path: string, call?: Call): Promise<Asked> => {
    const begun = performance.now()
    const { status, retryAfter } = await person.account.request(method, path, call)
    const asked = { status, retryAfter, begun, took: performance.now() - begun }
    answers.push(asked)
    return asked
  }
  /** Writes as a device does: again under the same key, after the time it was told, until it is acknowledged. */
  const write = async (person: Person, number: number): Promise<void> => {
    const { name, ...call } = writeOf(person, number)
    for (;;) {
      const { status, retryAfter } = await ask(person, call.method, call.path, call)
      if (status < 300) return void person.acknowledged.add(name)
      if (status !== 503) throw new Error(`a write was answered ${status}`)
      await pause(Number(retryAfter) * 1000)
    }
  }
  let isOver = false
  const faults: unknown[] = []
  const load = async () => {
    const running: Promise<unknown>[] = []
    const from = performance.now()
    for (let number = 0; !isOver; number += 1) {
      const person = people[number % ACCOUNTS] as Person
      const asking = number % 5 === 4 ? ask(person, 'GET', '/api/auth/user') : write(person, number)
      running.push(asking.catch((error) => faults.push(error)))
      await pause(Math.max(0, from + (number + 1) * EVERY - performance.now()))
    }
    return Promise.all(running)
  }
  const loaded = load()

  let ended = 0
  for (let time = 0; time < ENDS; time += 1) {
    await pause(1000)
    ended += await endAllConnections()
  }
  const last = performance.now()
  const since = () => answers.filter(({ begun }) => begun > last)
  const isAsBefore = () => {
    const latest = since().slice(-AS_BEFORE)
    return latest.length === AS_BEFORE && latest.every(({ status }) => status < 300)
  }
  await until(isAsBefore, { timeout: 30_000, what: 'answers as before' }).finally(() => {
    isOver = true
  })
  await loaded

  expect(faults).toEqual([])
  expect(ended).toBeGreaterThan(ENDS)
  expect(servers.map((one) => one.hasEnded())).toEqual([false, false])
  const refused = answers.filter(({ status }) => status >= 300)
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '2')).toEqual([])
  for (const { account, acknowledged } of people) {
    const names = (await account.list()).map(({ name }) => name).filter((name) => name !== 'First')
    const doses = (await account.log()).map(({ id }) => id as string)
    expect([...names, ...doses].sort()).toEqual([...acknowledged].sort())
  }
  for (const person of people) {
    const { seq } = await person.account.request('POST', '/api/medications', { body: medication('Last') })
    await until(() => person.heard.some((versions) => versions.seq >= seq), { what: 'the last change' })
  }
  leaving.abort()
  if (ENDS >= 60) report(answers, last, ended)
})

function report(answers: readonly Asked[], last: number, ended: number): void {
  const took = answers.map((one) => one.took).sort((a, b) => a - b)
  const at = (part: number) => Math.round(took[Math.floor((took.length - 1) * part)] ?? 0)
  const refused = answers.filter(({ status }) => status === 503)
  const latest = Math.max(0, ...refused.map(({ begun, took: ms }) => begun + ms - last))
  console.log(
    `${answers.length} requests, ${ended} connections ended, ${refused.length} times 503; ` +
      `answers took ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms (longest); ` +
      `the last 503 came ${Math.round(latest)} ms after the last end`,
  )
}
