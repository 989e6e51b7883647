import type { User, UserOptions } from './user.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** For a device that calls itself an iPhone; what its browser lacks is removed separately. */
export const ON_IPHONE: UserOptions = {
  context: { userAgent: IPHONE, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
}

/**
 * From the next page on, takes notifications and push away from the browser, as in Safari on an iPhone outside the home
 * screen.
 */
export const withoutNotifications = (user: User): Promise<unknown> =>
  user.context.addInitScript(() => {
    Reflect.deleteProperty(window, 'Notification')
    Reflect.deleteProperty(window, 'PushManager')
    // An empty tab has no service workers.
    if (isSecureContext) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'pushManager')
  })
