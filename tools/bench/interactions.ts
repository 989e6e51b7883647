import type { Page } from 'playwright-core'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { timeIn } from '#tests/e2e/support/zones.ts'
import { addMedications, seedLog, signUp, ZONE } from './account.ts'
import { openBenchPage } from './bench-page.ts'
import { type BenchMedication, benchMedications, loggedEvents } from './events.ts'
import { type Figure, p50, p95, type Samples } from './figures.ts'
import { type Interaction, interact, type Shown } from './interact.ts'
import type { Scenario } from './scenario.ts'
import type { Setup } from './setup.ts'

const DOSES = 20_000
/** A phone of the middle class, as Lighthouse imitates it. */
const SLOWED = 4
const TAPS = 24
const OPENINGS = 10
/** Before its code and the caches are warm, an interaction says something else. */
const FIRST = 2
/** Browsers count a task that is longer than this as long. */
const LONG_TASK = 50

const DUE = 'Levothyroxine'
const CARD: Shown = { selector: '#root .due', text: DUE, isThere: true }

/** Where somebody looks next from /settings, and what has to be painted there. */
const PAGES = {
  history: { link: 'History', shows: ['.month__day .month__mark[data-state]', '.adherence tbody tr'] },
  insights: { link: 'Insights', shows: ['.insights > :nth-child(4)', '.insights .year__map'] },
} as const
type PageName = keyof typeof PAGES
const TARGETS: Record<PageName, number> = { history: 200, insights: 250 }

/** What somebody waits for after a tap, with 20,000 doses on the device and the processor slowed. */
export const interactions: Scenario = {
  rows: [
    'tap-taken',
    'tap-taken-fast',
    'tap-next-frame',
    ...Object.keys(PAGES).flatMap((name) => [`open-${name}`, `open-${name}-task`]),
  ],
  async run(setup, wanted, add) {
    const page = await fullDevice(setup)
    const session = await page.context().newCDPSession(page)
    const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
    if (wanted.has('tap-taken-fast'))
      add(within('tap-taken-fast', 'Taken, until painted', painted(await taps(page)), 50))
    await slow(SLOWED)
    const isWanted = (...rows: string[]) => rows.some((row) => wanted.has(row))
    const note = (figure: Figure) => wanted.has(figure.row) && add(figure)
    if (isWanted('tap-taken', 'tap-next-frame')) {
      const tapped = await taps(page)
      note(within('tap-taken', `the same, processor slowed ${SLOWED} ×`, painted(tapped), 150))
      note(
        within(
          'tap-next-frame',
          'the same, until the next frame (INP)',
          tapped.map(({ inp }) => inp),
          200,
        ),
      )
    }
    for (const name of Object.keys(PAGES) as PageName[]) {
      if (!isWanted(`open-${name}`, `open-${name}-task`)) continue
      const opened = await openings(page, name)
      note(within(`open-${name}`, `/${name} opened, slowed ${SLOWED} ×`, painted(opened), TARGETS[name]))
      note(within(`open-${name}-task`, 'its longest task', opened.map(longest), LONG_TASK))
    }
    await session.detach()
    await page.context().close()
  },
}

const painted = (all: readonly Interaction[]): number[] => all.map(({ painted: ms }) => ms)
const longest = ({ tasks }: Interaction): number => Math.max(0, ...tasks)

function within(row: string, work: string, samples: Samples, most: number): Figure {
  const figure = { row, work, n: samples.length, p50: p50(samples), p95: p95(samples) }
  return { ...figure, target: { words: `≤ ${most} ms`, met: figure.p50 <= most } }
}

/** A device in step with an account of that many doses, one medicine of it due, and its home screen at rest. */
async function fullDevice(setup: Setup): Promise<Page> {
  const context = await setup.device()
  const medications = benchMedications()
  const user = await signUp(context, setup.server, 'taps@example.org')
  const due: BenchMedication = {
    id: crypto.randomUUID() as MedicationId,
    name: DUE,
    dosage: '75 µg, 1 tablet',
    reminderTimes: [timeIn(ZONE, -12) as LocalTime],
  }
  await addMedications(user, [...medications, due])
  const account = await user.user()
  await user.page.goto('about:blank')
  const events = loggedEvents(medications, DOSES, Date.now() - 60 * 60_000, ZONE, medications.length + 2)
  await seedLog(setup.server, account, events, { isPremium: true })
  const bench = await openBenchPage(context, setup.server.url, setup.script)
  await user.open('/')
  await bench.call('untilHolds', account.id, DOSES)
  await bench.page.close()
  await user.open('/')
  await user.page.locator(CARD.selector, { hasText: DUE }).waitFor()
  await atRest(user.page)
  return user.page
}

/** Waits until everything that is loaded late has been, and nothing has been computed for a while. */
async function atRest(page: Page): Promise<void> {
  await page.waitForTimeout(5000)
}

/** Takes the dose and undoes that, again and again. */
async function taps(page: Page): Promise<Interaction[]> {
  const all: Interaction[] = []
  for (let turn = -FIRST; turn < TAPS; turn += 1) {
    const taken = await interact(page, page.getByRole('button', { name: `Taken: ${DUE}` }), [
      { ...CARD, isThere: false },
    ])
    if (turn >= 0) all.push(taken)
    await interact(page, page.locator('.toast').getByRole('button', { name: 'Undo' }), [CARD])
  }
  return all
}

async function openings(page: Page, name: PageName): Promise<Interaction[]> {
  const { link, shows } = PAGES[name]
  const all: Interaction[] = []
  for (let turn = -FIRST; turn < OPENINGS; turn += 1) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'More' }).click()
    const main = page.locator('main')
    // Neither page has a link to the first, so this is where they are listed.
    await main.getByRole('link', { name: PAGES.history.link }).waitFor()
    const way = main.getByRole('link', { name: link })
    const shown = shows.map((selector) => ({ selector: `#root ${selector}`, text: '', isThere: true }))
    const opened = await interact(page, way, shown)
    if (turn >= 0) all.push(opened)
  }
  return all
}
