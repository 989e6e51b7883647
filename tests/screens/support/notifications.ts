import { task } from './task.ts'
import type { User } from './user.ts'

/** A notification as the system got it from a page. */
interface Shown extends NotificationOptions {
  title: string
  actions: readonly { title: string }[]
  close(): void
}

/**
 * Notifications of one device, as a browser with a running service worker offers them to pages: its registration shows
 * them, and they stay until they are closed. The worker itself does nothing before `openDesk` (worker.ts).
 */
export class DeviceNotifications {
  permission: NotificationPermission
  /** What the person says when the browser asks; null while the browser never asks. */
  answer: NotificationPermission | null = null
  /** How many were shown, those that were replaced or closed too. */
  count = 0
  #shown: Shown[] = []
  readonly registration = this.#registrationOf()

  constructor(user: User, permission: NotificationPermission) {
    this.permission = permission
    user.device.globals.Notification = this.#notificationClass()
    user.device.navigator.serviceWorker = this.#worker()
  }

  /** Chrome on Android has no notifications without a worker either. */
  #notificationClass(): unknown {
    const notifications = this
    return class {
      static get permission() {
        return notifications.permission
      }
      static async requestPermission() {
        await task()
        if (notifications.permission === 'default' && notifications.answer)
          notifications.permission = notifications.answer
        return notifications.permission
      }
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    }
  }

  /** A browser that has push, and whose own push service never answers. */
  offerPush(): void {
    const pushManager = { getSubscription: async () => null, subscribe: () => new Promise(() => {}) }
    Object.assign(this.registration, { pushManager })
  }

  #registrationOf(): object {
    const registration: object = Object.assign(new EventTarget(), {
      active: { state: 'activated' },
      installing: null,
      waiting: null,
      update: async () => registration,
      showNotification: (title: string, options: NotificationOptions = {}) => this.#show(title, options),
      getNotifications: async ({ tag }: GetNotificationOptions = {}) => {
        await task()
        return this.#shown.filter((one) => tag === undefined || tag === '' || one.tag === tag)
      },
    })
    return registration
  }

  #worker(): unknown {
    const { registration } = this
    return Object.assign(new EventTarget(), {
      controller: null,
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
    })
  }

  async #show(title: string, options: NotificationOptions): Promise<void> {
    await task()
    if (this.permission !== 'granted')
      throw new TypeError('No notification permission has been granted for this origin')
    const shown: Shown = {
      actions: [],
      ...structuredClone(options),
      title,
      close: () => {
        this.#shown = this.#shown.filter((other) => other !== shown)
      },
    }
    this.count += 1
    const isReplaced = (other: Shown) => shown.tag !== undefined && other.tag === shown.tag
    this.#shown = [...this.#shown.filter((other) => !isReplaced(other)), shown]
  }
}

const OF_USERS = new WeakMap<User, DeviceNotifications>()

/**
 * Answers the browser's permission prompt. The first call gives this device notifications, from the next page on: without
 * one a browser here has none.
 */
export function setPermission(user: User, permission: 'granted' | 'denied' | 'prompt'): DeviceNotifications {
  const meant = permission === 'prompt' ? 'default' : permission
  const notifications = OF_USERS.get(user) ?? new DeviceNotifications(user, meant)
  OF_USERS.set(user, notifications)
  notifications.permission = meant
  return notifications
}

/** Allows notifications and switches them on, as a user would. Ends on the home screen. */
export async function enableNotifications(user: User): Promise<DeviceNotifications> {
  const notifications = setPermission(user, 'granted')
  await user.open('/')
  await user.page.getByRole('switch', { name: 'Notifications' }).click()
  await user.page.getByText('On. Repeats after 5 and 10 minutes').waitFor()
  return notifications
}
