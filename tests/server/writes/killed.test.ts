import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { sized } from '#tests/support/long.ts'
import { until } from '#tests/support/wait.ts'
import { type Chance, chanceOf } from '#tests/sync/prng.ts'
import { type Account, signUp } from '../support/account.ts'
import { runClient } from '../support/clients.ts'
import { DATABASE, type ServerDatabase, serverDatabase } from '../support/database.ts'
import { type Ledger, openLedger } from '../support/ledger.ts'

const KILLS = Number(process.env.KILLS ?? sized({ short: 3, long: 100 }))
const WRITES = KILLS * 100
/** Decides what is written and when the server is killed; no seed decides how the processes race each other. */
const SEED = process.env.KILL_SEED ?? randomBytes(4).toString('hex')

const ACCOUNTS = 4
const CLIENTS_OF_EACH = 2
const MEDICATIONS = 3

let database: ServerDatabase
let server: AppServer
beforeAll(async () => {
  database = await serverDatabase()
  server = await startAppServer({ environment: database.environment, needsClient: false })
})
afterAll(async () => {
  await server?.stop()
  await database?.drop()
})

async function addMedications(account: Account): Promise<string[]> {
  const calls = Array.from({ length: MEDICATIONS }, (_, index) => ({
    key: randomUUID(),
    method: 'POST' as const,
    path: '/api/medications',
    body: {
      id: randomUUID(),
      name: `Medication ${index}`,
      dosage: '500 mg',
      frequency: 'daily',
      reminderTimes: ['08:00'],
    },
  }))
  const answers = await account.send(calls)
  expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 201))
  return calls.map(({ body }) => body.id)
}

async function openAccount(): Promise<{ account: Account; medicationIds: string[]; ledger: Ledger }> {
  const account = await signUp(server)
  const medicationIds = await addMedications(account)
  return { account, medicationIds, ledger: await openLedger(account) }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

describe(`a server on ${DATABASE}`, () => {
  it(`S2.2 killed ${KILLS} times amid ${WRITES} writes has lost no acknowledged one and done none twice`, {
    timeout: 240_000 + KILLS * 60_000,
  }, async () => {
    console.info(`${DATABASE}, KILL_SEED=${SEED}: ${KILLS} kills amid ${WRITES} writes`)
    const chance = chanceOf(SEED)
    let left = WRITES
    const take = (count: number) => {
      const taken = Math.min(count, left)
      left -= taken
      return taken
    }
    let retried = 0
    let doneBefore = 0
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount()))
    const ledgers = accounts.map(({ ledger }) => ledger)
    const settled = () => ledgers.reduce((sum, ledger) => sum + ledger.acknowledged, 0)
    const working = Promise.all(
      accounts.flatMap((account, index) =>
        Array.from({ length: CLIENTS_OF_EACH }, (_, client) =>
          runClient({
            ...account,
            take,
            chance: chance.fork(`client ${index} ${client}`),
            onRetried(writes, answers, since) {
              retried += writes.length
              doneBefore += answers.filter(({ body }) => wasReceivedBefore(body, since)).length
            },
          }),
        ),
      ),
    )
    // Not awaited before the last kill: an error until then is thrown below.
    working.catch(() => {})

    const restarts: number[] = []
    try {
      await killAmid(working, settled, chance.fork('kills'), restarts)
      await working
    } catch (cause) {
      const when = `after ${restarts.length} kills and ${settled()} writes`
      throw new Error(`It went wrong ${when}. The server said:\n${server.output()}`, { cause })
    }

    const audits = await Promise.all(ledgers.map((ledger) => ledger.audit()))
    const abandoned = ledgers.reduce((sum, ledger) => sum + ledger.abandoned, 0)
    console.info(
      `${DATABASE}: ${settled()} acknowledged, ${retried} of them after a retry (${doneBefore} doses had been written` +
        ` before the kill), ${abandoned} never asked again; up again after ${Math.round(median(restarts))} ms` +
        ` (median), ${Math.round(Math.max(...restarts))} ms (longest)`,
    )
    expect(audits).toEqual(ledgers.map(() => ({ lost: [], doubled: [], wrong: [] })))
    expect(settled() + abandoned).toBe(WRITES)
    expect(restarts).toHaveLength(KILLS)
  })
})

/** Kills and restarts the server KILLS times, and records how long each start took (ms). */
async function killAmid(
  working: Promise<unknown>,
  settled: () => number,
  moments: Chance,
  restarts: number[],
): Promise<void> {
  while (restarts.length < KILLS) {
    // Somewhere in the next stretch of the writes; the last one while some writes are left.
    const goal = ((restarts.length + moments.next() * 0.9) * WRITES * 0.98) / KILLS
    const isReached = () => settled() >= goal || server.hasEnded()
    await Promise.race([working, until(isReached, { timeout: 120_000, interval: 1, what: 'the next writes' })])
    // Not only right after an answer: a batch may be half done.
    await pause(moments.between(0, 120))
    if (server.hasEnded()) throw new Error('The server ended by itself')
    await server.kill()
    if (moments.chance(0.15)) await startAndKill(moments.between(50, 1500))
    const began = performance.now()
    await server.start()
    restarts.push(performance.now() - began)
  }
}

/** Begins a start that never completes. */
async function startAndKill(after: number): Promise<void> {
  const starting = server.start().catch(() => 'killed')
  await pause(after)
  await server.kill()
  await starting
}

/** Whether a retried dose's answer dates from before the retry: it had taken effect, only the answer was lost. */
function wasReceivedBefore(body: unknown, since: number): boolean {
  const receivedAt = (body as { receivedAt?: string } | null)?.receivedAt
  return receivedAt !== undefined && Date.parse(receivedAt) < since
}
