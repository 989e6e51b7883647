import type { BrowserContext } from 'playwright-core'
import { signUp, ZONE } from './account.ts'
import { type BenchPage, openBenchPage } from './bench-page.ts'
import { coldStarts, type Painted } from './cold-start.ts'
import { type BenchMedication, benchMedications } from './events.ts'
import { type Figure, held, p50, p95, type Samples } from './figures.ts'
import { RAW_COLD_USER } from './raw-cold-start.ts'
import type { Scenario } from './scenario.ts'
import type { Setup } from './setup.ts'

const USUAL = 20_000
const LARGEST = 200_000
const SIZES = [2_000, USUAL, LARGEST]
/** By what factor the cost may grow with a hundred times as many events. */
const FLAT = 1.25

const WRITES = 200
const LIVE_QUERIES = 80
const COLD_STARTS = 9

const WORKS = ['write', 'live-query', 'cold-start'] as const
type Work = (typeof WORKS)[number]
/** Plans that count from the log (page/from-log.ts). */
const FROM_LOG = ['after-taken', 'after-dose'] as const

interface Device {
  setup: Setup
  context: BrowserContext
  bench: BenchPage
  medications: BenchMedication[]
}

/** What happens on one device without a network: writes, live queries and cold starts, over logs of growing length. */
export const onDevice: Scenario = {
  rows: [
    'write-empty',
    ...WORKS,
    ...FROM_LOG.map((plans) => `live-query-${plans}`),
    ...WORKS.map((work) => `flat-${work}`),
  ],
  async run(setup, wanted, add) {
    const context = await setup.device()
    const medications = benchMedications()
    const person = await signUp(context, setup.server, 'on-device@example.org')
    const { id } = await person.user()
    const bench = await openBenchPage(context, setup.server.url, setup.script)
    await person.page.close()
    const device: Device = { setup, context, bench, medications }
    await bench.call('openLocal', id, medications, ZONE)
    if (wanted.has('write-empty')) add(await writes(bench, 'write-empty', 'save a dose with its outbox entry'))

    const bySize: Record<Work, Samples[]> = { write: [], 'live-query': [], 'cold-start': [] }
    const isFlatWanted = WORKS.some((work) => wanted.has(`flat-${work}`))
    let from = 0
    for (const to of isFlatWanted ? SIZES : [USUAL]) {
      const holds = await bench.call('growLocal', { from, to, largest: LARGEST }, { others: to === USUAL })
      if (holds !== to) throw new Error(`The device holds ${holds} events instead of ${to}`)
      from = to
      await bench.call('untilCalm')
      if (to === USUAL && FROM_LOG.some((plans) => wanted.has(`live-query-${plans}`)))
        for (const figure of await fromLog(device)) if (wanted.has(figure.row)) add(figure)
      for (const work of WORKS) {
        if (to === USUAL && wanted.has(work)) add(await compared[work](device))
        if (wanted.has(`flat-${work}`)) bySize[work].push(await alone[work](device))
      }
    }
    for (const work of WORKS) if (wanted.has(`flat-${work}`)) add(flatness(work, bySize[work]))
    await context.close()
  },
}

const dayOf = (medications: readonly BenchMedication[]): Painted => ({
  within: '.day',
  count: 1,
  names: medications.map(({ name }) => name),
})

const beside = (samples: Samples): string => `plain Dexie ${p50(samples).toFixed(2)} ms`

async function writes(bench: BenchPage, row: string, work: string): Promise<Figure> {
  const times = await bench.call('measureWrites', WRITES, ['app', 'raw', 'dexie'])
  return held(row, work, times.app, { name: 'raw', samples: times.raw }, 1.5, beside(times.dexie))
}

/** The same live query, with three of the plans counting from the log, compared with daily plans. */
async function fromLog({ bench }: Device): Promise<Figure[]> {
  const times = await bench.call('measurePlans', LIVE_QUERIES)
  return FROM_LOG.map((plans) => {
    const work = `the same with three ${plans} plans`
    return held(`live-query-${plans}`, work, times[plans], { name: 'daily', samples: times.daily }, 1.5)
  })
}

/** Compared with a minimal implementation of the same work. */
const compared: Record<Work, (device: Device) => Promise<Figure>> = {
  write: ({ bench }) => writes(bench, 'write', 'the same with 20,000 doses there'),
  'live-query': async ({ bench }) => {
    const times = await bench.call('measureLiveQueries', LIVE_QUERIES, ['app', 'raw', 'dexie'])
    const raw = { name: 'raw', samples: times.raw }
    const work = 'save a dose and have today with it again'
    return held('live-query', work, times.app, raw, 1.5, beside(times.dexie))
  },
  'cold-start': async (device) => {
    const { setup, context, medications } = device
    const page = await openBenchPage(context, setup.raw.url, setup.script)
    await page.call('fillDatabase', RAW_COLD_USER, medications, USUAL, ZONE)
    await page.page.goto(`${setup.raw.url}/cold`)
    await page.page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.page.close()
    const raw = await coldStarts(context, `${setup.raw.url}/cold`, dayOf(medications), COLD_STARTS)
    const app = await alone['cold-start'](device)
    return held('cold-start', 'open without a network, today painted', app, { name: 'raw', samples: raw }, 1.3)
  },
}

/** The app's own times. */
const alone: Record<Work, (device: Device) => Promise<Samples>> = {
  write: async ({ bench }) => (await bench.call('measureWrites', WRITES, ['app'])).app,
  'live-query': async ({ bench }) => (await bench.call('measureLiveQueries', LIVE_QUERIES, ['app'])).app,
  'cold-start': ({ setup, context, medications }) =>
    coldStarts(context, setup.server.url, dayOf(medications), COLD_STARTS),
}

function flatness(work: Work, bySize: readonly Samples[]): Figure {
  const [small = [], usual = [], large = []] = bySize
  const medians = [small, usual, large].map((samples) => p50(samples).toFixed(2))
  return {
    row: `flat-${work}`,
    work: `${work} with 200,000 doses`,
    n: large.length,
    p50: p50(large),
    p95: p95(large),
    reference: { name: '2,000', p50: p50(small) },
    target: { words: `≤ ${FLAT} × 2,000`, met: p50(large) <= FLAT * p50(small) },
    beside: `2,000: ${medians[0]} ms, 20,000: ${medians[1]} ms, 200,000: ${medians[2]} ms`,
  }
}
