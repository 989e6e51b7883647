import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import { serverInUse } from '#tests/support/app-server.ts'
import { until } from '#tests/support/wait.ts'
import { planSnoozed } from './support/day.ts'
import { addLastSeen } from './support/last-seen.ts'
import { newWords } from './support/never-used.ts'
import { enableNotifications, shownIn } from './support/notifications.ts'
import { ledgerRows } from './support/sleep.ts'
import { type ThrottlingBrowser, throttlingBrowser } from './support/throttling-browser.ts'
import { type User, userOf } from './support/user.ts'
import { noonZone, timeIn } from './support/zones.ts'

const SECOND = 1000

const timeZone = noonZone()
let browser: ThrottlingBrowser
let user: User

beforeAll(async () => {
  const { port, dataDir } = inject('sharedServer')
  browser = await throttlingBrowser(timeZone)
  user = await userOf(browser.context, serverInUse(port, dataDir), { timeZone })
  await user.signUp()
  await user.workerReady()
  await enableNotifications(user)
})
afterEach(async (test) => {
  await addLastSeen(test, [user])
  await browser.show(user.page)
})
afterAll(() => browser?.close())

/** Adds a dose that the open page knows will ring in that many seconds. Returns the instant (ms). */
async function ringsIn(seconds: number, name: string): Promise<number> {
  const due = Date.now() + seconds * SECOND
  await planSnoozed(user, name, due)
  const end = formatTime12(timeIn(timeZone, 0, due) as LocalTime)
  // The timeline names the dose and its state in one line.
  await user.page.getByRole('listitem').filter({ hasText: name }).getByText(`Snoozed to ${end}`).waitFor()
  return due
}

/** Waits for the notification of a dose. Returns when its first ring was claimed (ms). */
async function announcedAt(due: number, name: string, timeout: number): Promise<number> {
  const isShown = async () => (await shownIn(user.page)).some(({ body }) => body.includes(name))
  await until(isShown, { timeout, interval: 250, what: `the notification of ${name}` })
  const claimed = (await ledgerRows(user)).filter(({ key }) => key.endsWith(`|${toInstant(due)}|0`))
  expect(claimed).toHaveLength(1)
  return msOf(claimed[0]?.at ?? toInstant(0))
}

/** Fails when it is too late for the test: nothing may have been announced before the page was stopped. */
async function becomesDue(due: number): Promise<void> {
  expect(Date.now()).toBeLessThan(due)
  await until(() => Date.now() > due + SECOND, { timeout: 30 * SECOND, what: 'the time to ring' })
}

it('R5.12 in a hidden tab it rings at most a minute late', async () => {
  const name = newWords('Metformin')
  const due = await ringsIn(8, name)
  await browser.hide(user.page)
  expect(Date.now()).toBeLessThan(due)
  const late = (await announcedAt(due, name, 75 * SECOND)) - due
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThanOrEqual(60 * SECOND)
})

it.each([
  ['shown again', 'Ramipril', 'show'],
  ['thawed behind another tab', 'Sertraline', 'thaw'],
] as const)(
  'R5.12 frozen while a dose becomes due, it rings within a second of being %s',
  async (_, medicine, wake) => {
    const name = newWords(medicine)
    const due = await ringsIn(12, name)
    await browser.hide(user.page)
    await browser.freeze(user.page)
    await becomesDue(due)
    const woken = Date.now()
    await browser[wake](user.page)
    const announced = await announcedAt(due, name, 10 * SECOND)
    expect(announced).toBeGreaterThanOrEqual(woken)
    expect(announced - woken).toBeLessThanOrEqual(SECOND)
  },
)

it('R5.12 asleep while a dose becomes due, it rings within a second of waking up', async () => {
  const name = newWords('Lisinopril')
  const due = await ringsIn(12, name)
  // Visible, so that no event tells the page that it slept: it only has its clock.
  let woken = 0
  await browser.asleep(async () => {
    await becomesDue(due)
    woken = Date.now()
  })
  const announced = await announcedAt(due, name, 10 * SECOND)
  expect(announced).toBeGreaterThanOrEqual(woken)
  expect(announced - woken).toBeLessThanOrEqual(SECOND)
})
