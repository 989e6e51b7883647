import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import sharp from 'sharp'
import { PAGES, VISITOR_PAGES } from '#domain/protocol/pages.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { newUser, type User } from '#tests/e2e/support/user.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { launch } from '#tests/support/chromium.ts'
import { REPOSITORY } from './run.ts'

/**
 * Part of `npm run screenshots`: every page of the app with data, empty, loading, failed and offline, at both sizes and
 * in both themes, saved in `.cache/screens` as `<state>/<page>-<width>-<theme>.png`, and contact sheets to compare
 * them. Names of states as arguments limit it to those.
 */
const FOLDER = path.join(REPOSITORY, '.cache/screens')
const WIDTHS = [390, 1280] as const
const THEMES = ['light', 'dark'] as const
/** How much of a long page is captured. */
const TALLEST = 2400
const EMAIL = 'margaret@example.org'
const LISTS =
  /\/api\/(medications|doses|appointments|medical-documents|prescriptions|reminders|admin\/stats)(\?|$|\/upcoming)/

const FORM = '/medications?add=1'

type State = (device: () => Promise<User>) => Promise<{ user: User; pages: readonly string[] }>

const signedIn = Object.values(PAGES)

async function stalled(context: BrowserContext, how: 'hang' | 'fail'): Promise<void> {
  await context.route(LISTS, (route) => (how === 'fail' ? route.fulfill({ status: 500, body: '' }) : undefined))
}

const STATES: Record<string, State> = {
  visitor: async (device) => ({
    user: await device(),
    pages: [...VISITOR_PAGES, PAGES.medications, '/api/login', '/no-such-page'],
  }),
  empty: async (device) => {
    const user = await device()
    await user.signUp()
    return { user, pages: [...signedIn, FORM] }
  },
  full: async (device) => {
    const user = await device()
    await user.signIn(EMAIL)
    return { user, pages: [...signedIn, FORM] }
  },
  free: async (device) => {
    const user = await device()
    await user.context.route('**/api/auth/user', async (route) => {
      const answer = await route.fetch()
      const user: object = await answer.json()
      const plan = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null }
      await route.fulfill({ response: answer, json: { ...user, ...plan } })
    })
    await user.signIn(EMAIL)
    return { user, pages: [PAGES.home, PAGES.pricing, PAGES.documents, PAGES.voice, PAGES.prescriptions] }
  },
  loading: async (device) => {
    const user = await device()
    await stalled(user.context, 'hang')
    await user.signIn(EMAIL)
    return { user, pages: signedIn }
  },
  failed: async (device) => {
    const user = await device()
    await stalled(user.context, 'fail')
    await user.signIn(EMAIL)
    return { user, pages: signedIn }
  },
  aside: async (device) => {
    const user = await device()
    const since = '2026-11-24T04:05:00.000Z'
    const counts = [
      { kind: 'schedule', accounts: 2, since },
      { kind: 'zone', accounts: 1, since },
    ]
    await user.context.route('**/api/admin/set-aside', (route) => route.fulfill({ json: counts }))
    await user.signIn(EMAIL)
    return { user, pages: [PAGES.admin] }
  },
  offline: async (device) => {
    const user = await device()
    await user.signIn(EMAIL)
    await user.workerReady()
    await user.page
      .getByText(/saved and synced/)
      .first()
      .waitFor()
    await user.offline()
    return { user, pages: [...signedIn, FORM] }
  },
}

/** Fills a day with past and future doses, long names, a document and an appointment. */
async function fill(user: User): Promise<void> {
  await user.signUp(EMAIL)
  await user.call('PATCH', '/api/user/profile', { firstName: 'Margaret', lastName: 'Okonkwo' })
  await planDay(user, [
    {
      name: 'Perindopril arginine with amlodipine besilate, the long name of the box',
      minutes: [-200],
      dosage: '5 mg / 5 mg',
    },
    { name: 'Metformin XR', minutes: [-2, 120], dosage: '1000 mg, 1 tablet' },
    { name: 'Apixaban', minutes: [-2, 200], dosage: '5 mg' },
    { name: 'Panadol Osteo', minutes: [-90], dosage: '665 mg, 2 tablets' },
    { name: 'Atorvastatin', minutes: [240], dosage: '40 mg' },
  ])
  const paper = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#dfe8e2' } })
    .jpeg()
    .toBuffer()
  for (const [documentName, documentType] of [
    ['Referral to the cardiologist', 'referral'],
    ['Blood test of the long name that a laboratory prints on its papers, second page', 'test_record'],
  ] as const) {
    const answer = await user.context.request.post(`${user.url}/api/medical-documents/upload`, {
      multipart: {
        documentName,
        documentType,
        documentDate: '2026-11-02',
        image: { name: 'paper.jpg', mimeType: 'image/jpeg', buffer: paper },
      },
    })
    if (!answer.ok()) throw new Error(`uploading answered ${answer.status()}`)
  }
  const label = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="300"><rect width="100%" height="100%" fill="#fff"/><g font-family="DejaVu Sans, sans-serif" font-size="40"><text x="40" y="80">AMOXICILLIN 500mg CAPSULES</text><text x="40" y="150">Take ONE capsule three times a day</text><text x="40" y="220">Dr Helen Nguyen</text></g></svg>',
  )
  const scanned = await user.context.request.post(`${user.url}/api/prescriptions/upload`, {
    multipart: {
      scanType: 'prescription',
      uploadMethod: 'camera',
      image: { name: 'label.jpg', mimeType: 'image/jpeg', buffer: await sharp(label).jpeg().toBuffer() },
    },
  })
  if (!scanned.ok()) throw new Error(`scanning answered ${scanned.status()}`)
  for (const [doctorName, appointmentDate] of [
    ['Dr Priya Raman', '2099-03-04'],
    ['Associate Professor Konstantinos Papadimitriou-Wetherington', '2099-03-05'],
  ]) {
    await user.call('POST', '/api/appointments', {
      doctorName,
      appointmentDate,
      appointmentTime: '14:30',
      specialty: 'Cardiology',
      location: 'Eastside Medical Center',
      notes: '',
      phoneNumber: '',
    })
  }
}

const nameOf = (page: string): string => page.replace(/[/?=]+/g, '-').replace(/^-/, '') || 'home'

async function draw(state: string, page: string, user: User): Promise<void> {
  await user.open(page)
  await user.page.locator('h1, h2').first().waitFor()
  // Lets what is under way arrive; where it never does, that is what the picture shows.
  await user.page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 500)))
  await user.page
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .first()
    .waitFor({ state: 'hidden', timeout: state === 'loading' ? 1 : 4000 })
    .catch(() => undefined)
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      await user.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await user.page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
      // Late parts and pictures of the page.
      await user.page.waitForLoadState('load')
      await user.page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 150)))
      await user.page.screenshot({
        path: path.join(FOLDER, state, `${nameOf(page)}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
    }
  }
}

/** Puts the pages of a state in a row, scaled to a third of a desktop's width. */
async function sheet(state: string, pages: readonly string[], width: number, theme: string): Promise<void> {
  const wide = width === 390 ? 300 : 520
  const tall = Math.round((TALLEST * wide) / width)
  const across = width === 390 ? 6 : 4
  const tiles = await Promise.all(
    pages.map(async (page, index) => {
      const file = path.join(FOLDER, state, `${nameOf(page)}-${width}-${theme}.png`)
      const scaled = await sharp(file).resize({ width: wide }).toBuffer()
      const { height = tall } = await sharp(scaled).metadata()
      const input = await sharp(scaled)
        .extract({ left: 0, top: 0, width: wide, height: Math.min(height, Math.min(tall, 1000)) })
        .toBuffer()
      return {
        input,
        left: (index % across) * (wide + 12),
        row: Math.floor(index / across),
        height: Math.min(height, tall, 1000),
      }
    }),
  )
  let top = 0
  const placed: { input: Buffer; left: number; top: number }[] = []
  for (let row = 0; tiles.some((tile) => tile.row === row); row += 1) {
    const inRow = tiles.filter((tile) => tile.row === row)
    placed.push(...inRow.map(({ input, left }) => ({ input, left, top })))
    top += Math.max(...inRow.map(({ height }) => height)) + 12
  }
  await sharp({ create: { width: across * (wide + 12), height: top, channels: 3, background: '#888' } })
    .composite(placed)
    .png()
    .toFile(path.join(FOLDER, `${state}-${width}-${theme}.png`))
}

async function drawState(state: string, server: AppServer, browser: Awaited<ReturnType<typeof launch>>) {
  const start = STATES[state]
  if (!start) throw new Error(`There is no state ${state}. There are ${Object.keys(STATES).join(', ')}.`)
  rmSync(path.join(FOLDER, state), { recursive: true, force: true })
  mkdirSync(path.join(FOLDER, state), { recursive: true })
  const { user, pages } = await start(() => newUser(browser, server))
  for (const page of pages) {
    await draw(state, page, user).catch((error: unknown) => {
      console.error(`${state} ${page}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    })
  }
  await user.close()
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      await sheet(state, pages, width, theme).catch((error: unknown) => console.error(`${state}: ${error}`))
    }
  }
  console.log(`${state}: ${pages.length} pages`)
}

const wanted = process.argv.slice(2)
const server = await startAppServer({ environment: { ADMIN_EMAILS: EMAIL } })
const browser = await launch()
try {
  const owner = await newUser(browser, server)
  await fill(owner)
  await owner.close()
  for (const state of wanted.length > 0 ? wanted : Object.keys(STATES)) await drawState(state, server, browser)
} finally {
  await browser.close()
  await server.stop()
}
