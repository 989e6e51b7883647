import { addMedications, seedLog, signUp, ZONE } from './account.ts'
import { type BenchPage, openBenchPage } from './bench-page.ts'
import { startDelayingRelay } from './delaying-relay.ts'
import { benchMedications, digestOf, loggedEvents } from './events.ts'
import { held } from './figures.ts'
import type { Scenario } from './scenario.ts'
import { EVENTS, logEnd, openRawPage, type Synced } from './synced.ts'
import { measureTwoDevices } from './two-devices.ts'

const FIRST_SYNCS = 5
const DRAINS = 5
const OFFLINE_WRITES = 1000
const ROUND_TRIP = 100
/** QUALITY's limit for everything that a first sync transfers. */
const WIRE_BYTES = 500_000

/** What happens between a device and the real server, on an account with 20,000 doses. */
export const syncing: Scenario = {
  rows: ['first-sync', 'first-sync-bytes', 'drain', 'drain-100ms', 'two-devices'],
  async run(setup, wanted, add) {
    const context = await setup.device()
    const medications = benchMedications()
    const email = 'syncing@example.org'
    const person = await signUp(context, setup.server, email)
    await addMedications(person, medications)
    const user = await person.user()
    const bench = await openBenchPage(context, setup.server.url, setup.script)
    await person.page.close()
    const events = loggedEvents(medications, EVENTS, logEnd(), ZONE, medications.length + 1)
    await seedLog(setup.server, user, events)
    const synced = { setup, context, bench, user, email, medications, digest: await digestOf(events) }

    if (wanted.has('first-sync') || wanted.has('first-sync-bytes')) await firstSyncs(synced, wanted, add)
    else await firstSync(synced, bench)
    if (wanted.has('drain')) await drains(synced, add)
    if (wanted.has('drain-100ms')) await drainsFarAway(synced, add)
    if (wanted.has('two-devices')) add(await measureTwoDevices(synced))
    await context.close()
  },
}

type Add = Parameters<Scenario['run']>[2]

/** Runs one first sync and compares its result with what was put into the server's database. */
async function firstSync({ user, digest }: Pick<Synced, 'user' | 'digest'>, bench: BenchPage) {
  const synced = await bench.call('firstSync', user)
  if (synced.digest !== digest) throw new Error(`A first sync brought ${synced.events} events, not the same`)
  return synced
}

async function firstSyncs(synced: Synced, wanted: ReadonlySet<string>, add: Add): Promise<void> {
  const { bench, digest } = synced
  const app: number[] = []
  const plain: number[] = []
  let wire = { bytes: 0, requests: 0 }
  await firstSync(synced, bench)
  for (let round = 0; round < FIRST_SYNCS; round += 1) {
    const first = await firstSync(synced, bench)
    app.push(first.ms)
    wire = first
    const put = await bench.call('plainBulkPut')
    if (put.digest !== digest) throw new Error('The plain bulkPut stored something else')
    plain.push(put.ms)
  }
  const work = `first sync of ${EVENTS} doses`
  if (wanted.has('first-sync')) add(held('first-sync', work, app, { name: 'bulkPut', samples: plain }, 1.2))
  if (!wanted.has('first-sync-bytes')) return
  add({
    row: 'first-sync-bytes',
    work: `its answers on the wire (${wire.requests})`,
    n: 1,
    p50: wire.bytes / 1000,
    p95: wire.bytes / 1000,
    unit: 'kB',
    target: { words: `< ${WIRE_BYTES / 1000} kB`, met: wire.bytes < WIRE_BYTES },
  })
}

async function drains({ setup, bench, context, user, medications }: Synced, add: Add): Promise<void> {
  const raw = await openRawPage(context, setup.raw.url, { setup, medications })
  const times = await drainInTurn(bench, raw, { user, medications }, 0)
  const work = `deliver ${OFFLINE_WRITES} offline doses`
  add(held('drain', work, times.app, { name: 'raw', samples: times.raw }, 3))
  await raw.page.close()
}

/** The same over a wire with a round trip of 100 ms, for app and reference alike. */
async function drainsFarAway({ setup, context, user, medications }: Synced, add: Add): Promise<void> {
  const [server, rawServer] = await Promise.all([
    startDelayingRelay(setup.server.port, ROUND_TRIP),
    startDelayingRelay(setup.raw.port, ROUND_TRIP),
  ])
  // Another port is another origin: cookies are shared, the database is not.
  const bench = await openBenchPage(context, server.url, setup.script)
  const raw = await openRawPage(context, rawServer.url, { setup, medications })
  const { ms } = await bench.call('firstSync', user)
  const times = await drainInTurn(bench, raw, { user, medications }, DRAINS + 1)
  const work = `the same, round trip ${ROUND_TRIP} ms`
  const beside = `first sync over the same wire: ${ms.toFixed(0)} ms`
  add(held('drain-100ms', work, times.app, { name: 'raw', samples: times.raw }, 1.3, beside))
  await bench.page.close()
  await raw.page.close()
  await Promise.all([server.close(), rawServer.close()])
}

/** @param firstTurn of which days the first round delivers the doses */
async function drainInTurn(
  bench: BenchPage,
  rawBench: BenchPage,
  { user, medications }: Pick<Synced, 'user' | 'medications'>,
  firstTurn: number,
) {
  const app: number[] = []
  const raw: number[] = []
  for (let round = 0; round <= DRAINS; round += 1) {
    // Doses logged before are another matter: the server looks up who took them.
    const offline = { count: OFFLINE_WRITES, medications, zone: ZONE, turn: firstTurn + round }
    // A background tab gets less of the machine.
    await rawBench.page.bringToFront()
    const rawMs = await rawBench.call('drainRaw', offline)
    await bench.page.bringToFront()
    const appMs = await bench.call('drainOffline', user.id, offline)
    if (round === 0) continue
    app.push(appMs)
    raw.push(rawMs)
  }
  return { app, raw }
}
