import type { Page, Worker } from 'playwright-core'
import { until } from '#tests/support/wait.ts'
import { showAndReadInTurn } from './in-turn.ts'
import type { User } from './user.ts'

/** A notification as the system shows it. */
export interface Shown {
  title: string
  body: string
  tag: string
  /** It stays until the user acts. */
  stays: boolean
  silent: boolean
  actions: string[]
  path: string | null
}

/**
 * Answers the browser's permission prompt for one origin. Goes through CDP, because `context.grantPermissions` denies
 * everything it does not list (background sync too). The answer lasts as long as the page that gave it.
 */
export async function setPermission(
  page: Page,
  url: string,
  name: 'notifications' | 'background-sync',
  setting: 'granted' | 'denied' | 'prompt',
): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  const { browserContextId } = targetInfo
  const permission = { origin: url, permission: { name }, setting }
  const inContext = browserContextId ? { ...permission, browserContextId } : permission
  // Chromium does not find the context of a profile by its own id: that one is meant when none is named.
  const inProfile = () => cdp.send('Browser.setPermission', permission)
  await cdp.send('Browser.setPermission', inContext).catch(inProfile)
}

/** Allows notifications and switches them on, as a user would. Ends on the home screen. */
export async function enableNotifications(user: User): Promise<void> {
  await setPermission(user.page, user.url, 'notifications', 'granted')
  await user.open('/')
  await user.page.getByRole('switch', { name: 'Notifications' }).click()
  await user.page.getByText('On. Repeats after 5 and 10 minutes').waitFor()
}

/** Runs functions that are sent to it: a worker in Chromium, or that of a device in tests/screens. */
interface RunsWork {
  evaluate<R>(work: () => R | Promise<R>): Promise<R>
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>
}

/** The device with no page of the app open, and what its browser sends to the worker. */
export interface Desk<W extends RunsWork = Worker> {
  readonly worker: W
  /** Delivers a push as the push service would. */
  push(text: string): Promise<void>
  /** Fires `sync` with that tag, as the browser does when it believes there is a network. */
  sync(tag: string): Promise<void>
  /** Fires `periodicsync` with that tag. */
  periodic(tag: string): Promise<void>
  /**
   * Fires `pushsubscriptionchange`, as when the browser renewed or ended the subscription. A synthetic event, like
   * `click`.
   */
  subscriptionChange(): Promise<void>
  shown(): Promise<Shown[]>
  /** Waits until this is true of the notifications shown. */
  awaitShown(isMet: (shown: Shown[]) => boolean): Promise<Shown[]>
  /**
   * Presses a button of a notification, or its body. A synthetic event: it brings no user activation, so no windows are
   * opened; returns their addresses instead.
   */
  click(tag: string, action?: 'taken' | 'snooze'): Promise<string[]>
  closeAll(): Promise<void>
}

/** Needs an active worker. The app's pages stay as they are; close them for a device at rest. Opens a blank tab. */
export async function openDesk(user: User): Promise<Desk> {
  const { context, url } = user
  const page = await context.newPage()
  for (const name of ['notifications', 'background-sync'] as const) await setPermission(page, url, name, 'granted')
  const cdp = await context.newCDPSession(page)
  let registrationId = ''
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${url}/` && !isDeleted)
    if (ours) registrationId = ours.registrationId
  })
  await cdp.send('ServiceWorker.enable')
  await until(() => registrationId, { what: 'the registration of the worker' })
  const worker = await until(() => context.serviceWorkers()[0], { what: 'the worker' })
  await worker.evaluate(showAndReadInTurn)

  return deskOf(worker, {
    async push(text) {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data: text })
    },
    async sync(tag) {
      await cdp.send('ServiceWorker.dispatchSyncEvent', {
        origin: url,
        registrationId,
        tag,
        lastChance: false,
      })
    },
    async periodic(tag) {
      await cdp.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin: url, registrationId, tag })
    },
  })
}

/** @param browser fires what only a browser can */
export function deskOf<W extends RunsWork>(worker: W, browser: Pick<Desk, 'push' | 'sync' | 'periodic'>): Desk<W> {
  const shown = () => worker.evaluate(readShown)
  return {
    worker,
    ...browser,
    subscriptionChange: () => worker.evaluate(changeSubscription),
    shown,
    async awaitShown(isMet) {
      let last: Shown[] = []
      const isThere = async () => {
        last = await shown()
        return isMet(last)
      }
      try {
        await until(isThere, { timeout: 10_000 })
      } catch (cause) {
        throw new Error(`Shown are ${JSON.stringify(last)}`, { cause })
      }
      return last
    },
    click: (tag, action) => worker.evaluate(pressNotification, { tag, action: action ?? '' }),
    closeAll: () => worker.evaluate(closeNotifications),
  }
}

/** A page here or in tests/screens. */
interface Reader {
  evaluate(work: () => Promise<Shown[]>): Promise<Shown[]>
}

/** Returns what the page itself would see: for tests with a page open. */
export const shownIn = (page: Reader): Promise<Shown[]> => page.evaluate(readShown)

interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { openWindow(url: string): Promise<null> }
  dispatchEvent(event: Event): boolean
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event
}

/** TypeScript's libraries know no notification buttons. */
type FullNotification = Notification & { actions?: { title: string }[] }

/** Runs in the worker, which has its registration at hand, and in pages, which ask for it. */
async function readShown(): Promise<Shown[]> {
  const scope = globalThis as unknown as Partial<WorkerScope>
  const registration = scope.registration ?? (await navigator.serviceWorker.ready)
  return (await registration.getNotifications()).map((one: FullNotification) => ({
    title: one.title,
    body: one.body,
    tag: one.tag,
    stays: one.requireInteraction,
    silent: one.silent === true,
    actions: (one.actions ?? []).map(({ title }) => title),
    path: one.data?.path ?? null,
  }))
}

async function pressNotification({ tag, action }: { tag: string; action: string }): Promise<string[]> {
  const scope = self as unknown as WorkerScope
  const [notification] = await scope.registration.getNotifications({ tag })
  if (!notification) throw new Error(`No notification has the tag ${tag}`)
  const opened: string[] = []
  const work: Promise<unknown>[] = []
  scope.clients.openWindow = async (url) => {
    opened.push(url)
    return null
  }
  const event = new scope.NotificationEvent('notificationclick', { notification, action })
  // An event made by a script cannot be extended: the browser's own waitUntil would throw.
  Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.push(promise) })
  scope.dispatchEvent(event)
  await Promise.all(work)
  // The browser's own is back for a real click.
  Reflect.deleteProperty(scope.clients, 'openWindow')
  return opened
}

async function changeSubscription(): Promise<void> {
  const work: Promise<unknown>[] = []
  const event = new Event('pushsubscriptionchange')
  Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.push(promise) })
  self.dispatchEvent(event)
  await Promise.all(work)
}

async function closeNotifications(): Promise<void> {
  const { registration } = self as unknown as WorkerScope
  for (const one of await registration.getNotifications()) one.close()
}
