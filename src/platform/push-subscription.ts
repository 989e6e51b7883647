/** Subscribing contacts the browser's push service over the network and may never settle (docs/reminders.md, R4.5). */
export const SUBSCRIBE_WITHIN = 20_000

export type PushRegistration = Pick<ServiceWorkerRegistration, 'pushManager'>

export type Subscribing =
  | { kind: 'subscribed'; subscription: PushSubscription }
  /** The browser refused: blocked, or a window without a profile. */
  | { kind: 'refused' }
  /** Nothing within the time limit. */
  | { kind: 'no-answer' }

/** Returns whether this browser supports push at all. */
export const hasPush = (registration: Partial<PushRegistration>): registration is PushRegistration =>
  registration.pushManager !== undefined

/** Returns the existing subscription; null if there is none or the browser does not say in time. */
export const currentSubscription = ({ pushManager }: PushRegistration): Promise<PushSubscription | null> =>
  inTime(pushManager.getSubscription(), SUBSCRIBE_WITHIN).catch(() => null)

/**
 * Subscribes with the server's key (base64url). Call it only with permission granted, since it would otherwise ask.
 * @param within milliseconds
 */
export async function subscribe({ pushManager }: PushRegistration, key: string, within: number): Promise<Subscribing> {
  try {
    const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const subscription = await inTime(subscribing, within)
    return subscription ? { kind: 'subscribed', subscription } : { kind: 'no-answer' }
  } catch {
    return { kind: 'refused' }
  }
}

/**
 * Ends the subscription in the browser, so that nothing more arrives whatever the server still believes. Never rejects,
 * never hangs.
 */
export async function unsubscribe(registration: PushRegistration, within = 4000): Promise<void> {
  const ending = async () => (await registration.pushManager.getSubscription())?.unsubscribe()
  await inTime(ending(), within).catch(() => null)
}

/**
 * Returns whether the subscription accepts messages signed with that key.
 * @param madeWith the key it was made with, if this device noted it, for browsers that do not say
 */
export function takesKey(subscription: PushSubscription, key: string, madeWith: string | null): boolean {
  const own = subscription.options?.applicationServerKey
  if (!own) return madeWith === null || madeWith === key
  return base64url(new Uint8Array(own)) === key.replace(/=+$/, '')
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Returns null if the time runs out first. */
function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))
  return Promise.race([work, limit])
}
