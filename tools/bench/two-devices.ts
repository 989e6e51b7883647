import { userOf } from '#tests/e2e/support/user.ts'
import { until } from '#tests/support/wait.ts'
import { ZONE } from './account.ts'
import { type BenchPage, openBenchPage } from './bench-page.ts'
import { type Figure, held } from './figures.ts'
import { openRawPage, type Synced } from './synced.ts'

const ROUNDS = 40
const WARM_UP = 3

/**
 * Measures the time from logging a dose on one device until it is among today's doses on another, each a browser with
 * its own profile.
 */
export async function measureTwoDevices(synced: Synced): Promise<Figure> {
  const { setup, bench: here, user, email, medications } = synced
  const context = await setup.device()
  const second = await userOf(context, setup.server, { timeZone: ZONE })
  await second.signIn(email)
  await second.workerReady()
  const there = await openBenchPage(context, setup.server.url, setup.script)
  await second.page.close()
  await there.call('firstSync', user)
  for (const bench of [here, there]) await bench.call('startLive', user.id, ZONE)
  const rawHere = await openRawPage(synced.context, setup.raw.url, synced)
  const rawThere = await openRawPage(context, setup.raw.url, synced)
  await rawThere.call('listenRaw', ZONE)
  const app: number[] = []
  const raw: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const ahead = await clockAhead(here, there)
    const rawAhead = await clockAhead(rawHere, rawThere)
    await toFront(here, there)
    await atRest(here, there)
    const live = await here.call('logLive', { medications, zone: ZONE, index: round })
    const seen = await until(() => there.call('seenAt', live.id), {
      interval: 10,
      what: 'the dose on the other device',
    })
    await atRest(here, there)
    await toFront(rawHere, rawThere)
    const bare = await rawHere.call('logRaw', { medications, zone: ZONE, index: round })
    const seenRaw = await until(() => rawThere.call('rawSeenAt', bare.id), {
      interval: 10,
      what: 'the raw dose',
    })
    if (round < WARM_UP) continue
    app.push(seen - live.begun - ahead)
    raw.push(seenRaw - bare.begun - rawAhead)
  }
  await here.call('stopLive')
  await rawHere.page.close()
  await context.close()
  return held('two-devices', 'a dose on A is among the doses of B', app, { name: 'raw', samples: raw }, 2)
}

/** A background tab gets less of the machine. */
const toFront = (...devices: BenchPage[]) => Promise.all(devices.map(({ page }) => page.bringToFront()))

/**
 * Returns by how many milliseconds the clock of `there` is ahead of that of `here`, from the quickest of several
 * questions to both.
 */
async function clockAhead(here: BenchPage, there: BenchPage): Promise<number> {
  const offsetOf = async (bench: BenchPage) => {
    let best = { trip: Number.POSITIVE_INFINITY, offset: 0 }
    for (let asked = 0; asked < 10; asked += 1) {
      const begun = performance.timeOrigin + performance.now()
      const clock = await bench.call('pageClock')
      const ended = performance.timeOrigin + performance.now()
      const trip = ended - begun
      if (trip < best.trip) best = { trip, offset: clock - (begun + ended) / 2 }
    }
    return best.offset
  }
  return (await offsetOf(there)) - (await offsetOf(here))
}

/** Resolves when no pass has ended on either device between two checks: the work started by the last dose is over. */
async function atRest(...devices: BenchPage[]): Promise<void> {
  let before = ''
  await until(
    async () => {
      const passes = (await Promise.all(devices.map((bench) => bench.call('passesOf')))).join()
      const isSame = passes === before
      before = passes
      return isSame
    },
    { interval: 60, what: 'two devices at rest' },
  )
}
