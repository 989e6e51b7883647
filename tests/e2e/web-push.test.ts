import { createECDH } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { PushDevicesAnswer, PushTestAnswer } from '#domain/protocol/push-answers.ts'
import { serverInUse } from '#tests/support/app-server.ts'
import { type BrowserPushService, browserPushService } from '#tests/support/browser-push-service.ts'
import { launchPersistent } from '#tests/support/chromium.ts'
import {
  hasPrivateDesktop,
  type OnDesktop,
  type PrivateDesktop,
  privateDesktop,
} from '#tests/support/private-desktop.ts'
import { until } from '#tests/support/wait.ts'
import { addAppointment } from './support/appointments.ts'
import { planDay, planSnoozed } from './support/day.ts'
import { type Desk, openDesk } from './support/notifications.ts'
import { sharedDevice } from './support/shared-device.ts'
import { type User, userOf } from './support/user.ts'
import { noonZone } from './support/zones.ts'

/**
 * A real subscription and real encrypted messages, from the server's own sender all the way to the browser's worker, and
 * to a desktop where this machine has what one needs.
 */

let service: BrowserPushService
let desktop: PrivateDesktop | undefined

beforeAll(async () => {
  service = await browserPushService(inject('sharedServer').pushPort)
  if (hasPrivateDesktop()) desktop = await privateDesktop()
})
afterAll(async () => {
  desktop?.stop()
  await service?.close()
})

interface Subscriber {
  user: User
  desk: Desk
  /** The tab that gives the permission: when it is closed, the browser ends the subscription. */
  permitting: Page | undefined
  close(): Promise<void>
}

/** A user at a browser with its own profile and a worker; notifications are allowed once the app asks. */
const device = sharedDevice<Subscriber>(async () => {
  const profile = mkdtempSync(path.join(tmpdir(), 'dosewell-push-profile-'))
  const timezoneId = noonZone()
  const context = await launchPersistent(profile, {
    args: service.flags,
    env: { ...(process.env as Record<string, string>), ...desktop?.env },
    timezoneId,
    locale: 'en-AU',
    viewport: { width: 1280, height: 800 },
  })
  const close = async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    await context.addInitScript(nameAddressesAt, service.origin)
    const { port, dataDir } = inject('sharedServer')
    const user = await userOf(context, serverInUse(port, dataDir), { timeZone: timezoneId })
    await user.signUp()
    await user.workerReady()
    const desk = await openDesk(user)
    const permitting = context.pages().at(-1)
    await desk.worker.evaluate(nameAddressesAt, service.origin)
    return { user, desk, permitting, close }
  } catch (error) {
    await close()
    throw error
  }
})

/** Opens Reminder health in the only tab of the app, with nothing shown, and reminders on: turned on as a user would. */
async function reminded(): Promise<Subscriber> {
  const subscriber = await device()
  const { user, desk, permitting } = subscriber
  const others = user.context.pages().filter((page) => page !== permitting)
  await user.newTab('/settings/reminders')
  await Promise.all(others.map((page) => page.close()))
  const button = user.page.getByRole('button', { name: 'Turn on reminders' })
  await button.or(setUp(user)).first().waitFor()
  if (await button.isVisible()) await button.click()
  await isSetUp(user)
  await desk.closeAll()
  return subscriber
}

/**
 * Runs in pages and in the worker. Chromium makes up an address at Google; the server is given the address of this push
 * service instead.
 */
function nameAddressesAt(origin: string): void {
  const toJson = PushSubscription.prototype.toJSON
  PushSubscription.prototype.toJSON = function () {
    const json = toJson.call(this)
    return { ...json, endpoint: `${origin}/push/${json.endpoint?.split('/').at(-1)}` }
  }
}

const setUp = (user: User) => user.page.getByText('Set up for reminders', { exact: true })

const isSetUp = (user: User) => setUp(user).waitFor({ timeout: 30_000 })

const devicesOf = async (user: User) =>
  (await user.call<PushDevicesAnswer>('GET', '/api/push/subscription')).body.devices

/** Makes the server send a test to the user's only device, and the push service accept it. */
async function sendTest(user: User): Promise<void> {
  const [device] = await devicesOf(user)
  const { body } = await user.call<PushTestAnswer>('POST', '/api/push/test', { endpoint: device?.endpoint })
  expect(body.outcome).toBe('delivered')
}

/** Runs in the worker: returns how many messages were shown here without the server knowing. */
async function countReceipts(): Promise<number> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('dosewell-device'))
  const notes = await done(db.transaction('values').objectStore('values').get('mark:push'))
  db.close()
  return JSON.parse(notes).receipts.length
}

/** Makes the browser's subscription one with another key than the server's, as when the server has lost its own. */
async function subscribeWithOtherKey({ worker }: Desk): Promise<void> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  await worker.evaluate(async (applicationServerKey) => {
    const { pushManager } = (self as unknown as { registration: ServiceWorkerRegistration }).registration
    await (await pushManager.getSubscription())?.unsubscribe()
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  }, pair.getPublicKey('base64url'))
}

describe('Reminder health', () => {
  it('R4.4 R5.4 turns reminders on, sends a test, and knows from the worker that it was shown', async () => {
    const { user } = await reminded()
    expect(await devicesOf(user)).toMatchObject([{ wording: 'full', timeZone: user.timeZone }])
    await user.page.getByRole('button', { name: 'Send a test reminder' }).click()
    await user.page.getByText(/Arrived after/).waitFor()
    await user.page.getByText('Reminders reach this device.').waitFor()
    expect((await devicesOf(user))[0]?.lastShownAt).not.toBeNull()
    await user.page.getByRole('button', { name: 'No', exact: true }).click()
    await user.page.getByText('The test did not reach you.').waitFor()
    await user.page.getByText(/The browser did show it/).waitFor()
    await user.page.getByRole('button', { name: 'Send another test' }).click()
    await user.page.getByRole('button', { name: 'Yes, I saw it' }).click()
    await user.page.getByText('That is it: this device will remind you.').waitFor()
    await user.page.getByRole('link', { name: 'Go to Home' }).click()
    await user.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    expect(service.refused).toEqual([])
  })

  it('R4.3 reminders switched off end the subscription here and on the server', async () => {
    const { user } = await reminded()
    await user.page.getByRole('switch', { name: 'Reminders on this device' }).click()
    await until(async () => (await devicesOf(user)).length === 0, { what: 'no device' })
    const left = await user.page.evaluate(async () =>
      (await navigator.serviceWorker.ready).pushManager.getSubscription(),
    )
    expect(left).toBeNull()
  })
})

describe('with every page closed', () => {
  it('R4.4 a server with other keys is subscribed to anew at the next launch', async () => {
    const { user, desk } = await reminded()
    const [before] = await devicesOf(user)
    await subscribeWithOtherKey(desk)
    await user.open('/settings/reminders')
    await until(
      async () => {
        const devices = await devicesOf(user)
        return devices.length === 1 && devices[0]?.endpoint !== before?.endpoint
      },
      { timeout: 30_000, what: 'a new subscription' },
    )
    await isSetUp(user)
    await user.page.getByRole('button', { name: /^Send a/ }).click()
    await user.page.getByText(/Arrived after/).waitFor()
  })

  it('R4.4 the worker subscribes anew when the browser ended the subscription, and when the server has another key', async () => {
    const { user, desk } = await reminded()
    await user.page.close()
    const ended: string[] = []
    const isReplaced = async () => {
      await desk.subscriptionChange()
      const devices = await devicesOf(user)
      expect(devices).toHaveLength(1)
      expect(ended).not.toContain(devices[0]?.endpoint)
      await sendTest(user)
      await desk.awaitShown(({ length }) => length === 1)
      await desk.closeAll()
    }
    ended.push((await devicesOf(user))[0]?.endpoint ?? '')
    await desk.worker.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
      await (await registration.pushManager.getSubscription())?.unsubscribe()
    })
    await isReplaced()

    ended.push((await devicesOf(user))[0]?.endpoint ?? '')
    await subscribeWithOtherKey(desk)
    await isReplaced()
  })

  it('R5.4 what was shown without a network is reported at the next launch, which says so, when an open page is online again, and by a sync', async () => {
    const { user, desk } = await reminded()
    await user.page.close()
    const shownAt = async () => (await devicesOf(user))[0]?.lastShownAt ?? null
    let last = await shownAt()
    const showOffline = async () => {
      await user.offline()
      await sendTest(user)
      await desk.awaitShown(({ length }) => length === 1)
      await until(() => desk.worker.evaluate(countReceipts), { what: 'the receipt that waits' })
      await desk.closeAll()
      await user.online()
    }
    const isReported = async () => {
      last = await until(async () => (await shownAt()) !== last && (await shownAt()), { what: 'the receipt' })
      await until(async () => (await desk.worker.evaluate(countReceipts)) === 0, { what: 'none that waits' })
    }
    await showOffline()
    expect(await shownAt()).toBe(last)
    await user.newTab('/settings/reminders')
    await user.page.getByText('Reminders reach this device.').waitFor()
    await isReported()
    await showOffline()
    await isReported()

    await user.page.close()
    await showOffline()
    expect(await shownAt()).toBe(last)
    await desk.sync('outbox')
    await isReported()
  })

  it('R3.7 R7.4 a due dose and a near appointment are pushed, decrypted and shown; a device that hides names shows none', async () => {
    const { user, desk } = await reminded()
    await user.page.getByRole('switch', { name: 'Hide medicine names' }).click()
    await until(async () => (await devicesOf(user))[0]?.wording === 'discreet', { what: 'the wording' })
    await user.page.close()
    const before = service.handedOver.length
    // The server announces what becomes due from now on: the next minute. An appointment must be entered before its
    // reminder.
    await until(() => new Date().getSeconds() < 50, { timeout: 15_000, what: 'a minute that lasts' })
    await addAppointment(user, { doctorName: 'Sarah Lee' }, 121)
    await planDay(user, [{ name: 'Clozapine', minutes: [1] }])
    const shown = await until(
      async () => {
        const all = await desk.shown()
        return all.length > 1 && all
      },
      { timeout: 90_000, interval: 500, what: 'both reminders' },
    )
    const byPath = shown.sort((a, b) => `${b.path}`.localeCompare(`${a.path}`))
    expect(byPath).toMatchObject([
      { title: 'You have a reminder', stays: true, silent: false, actions: ['Open'], path: '/appointments' },
      { title: 'You have a reminder', stays: true, silent: false, actions: ['Taken', 'Snooze 10 min'] },
    ])
    expect(JSON.stringify(shown)).not.toMatch(/Clozapine|\bLee\b/)
    expect(service.handedOver[before]?.headers).toMatchObject({ urgency: 'high' })
    await until(async () => (await devicesOf(user))[0]?.lastShownAt, { what: 'the receipt' })
    expect(await desk.click(byPath[0]?.tag ?? '')).toEqual(['/appointments'])
  })

  it.skipIf(!hasPrivateDesktop())(
    'R5.3 waving a reminder away logs nothing; a press on Taken logs the dose, a press on it opens the app there',
    async () => {
      const { user } = await reminded()
      const hide = user.page.getByRole('switch', { name: 'Hide medicine names' })
      if (await hide.isChecked()) await hide.click()
      await until(async () => (await devicesOf(user))[0]?.wording === 'full', { what: 'the wording' })
      await user.page.close()
      const next = (name: string): Promise<OnDesktop> => {
        if (!desktop) throw new Error('There is no desktop')
        return desktop.next((shown) => shown.body.includes(`Time to take ${name}`))
      }
      await planSnoozed(user, 'Metformin', Date.now() + 2_000)
      desktop?.dismiss(await next('Metformin'))
      await planSnoozed(user, 'Ramipril', Date.now() + 2_000)
      desktop?.click(await next('Ramipril'), 'Taken')
      const logged = async () =>
        (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`).sort()
      await until(async () => (await logged()).includes('taken Ramipril'), { timeout: 15_000, what: 'the dose' })
      // The snoozes were made by this test.
      expect(await logged()).toEqual(['snoozed Metformin', 'snoozed Ramipril', 'taken Ramipril'])
      await planSnoozed(user, 'Warfarin', Date.now() + 2_000)
      const shown = await next('Warfarin')
      const opened = user.context.waitForEvent('page')
      desktop?.click(shown)
      await (await opened).waitForURL(/\/\?dose=|\/reminders/)
    },
    300_000,
  )
})
