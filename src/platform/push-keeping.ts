import type { PushDevice, PutSubscriptionBody } from '#domain/protocol/push.ts'
import type { PushCalls } from './push-calls.ts'
import {
  currentSubscription,
  hasPush,
  type PushRegistration,
  subscribe,
  takesKey,
  unsubscribe,
} from './push-subscription.ts'

/** Whether reminders are pushed to this device, and if not, why. */
export type PushState =
  | { kind: 'on' }
  /** The server could not be reached; the previous state may still hold. */
  | { kind: 'waiting' }
  /** The browser's own push service did not answer in time (R4.5). */
  | { kind: 'no-answer' }
  /** The browser does not subscribe: blocked, or a private window. */
  | { kind: 'refused' }
  /** The server's sentence: it cannot push (R4.6), or does not accept this subscription. */
  | { kind: 'unavailable'; sentence: string }
  /** A browser without Web Push. */
  | { kind: 'unsupported' }

/** The subscription the server was last told about, as this device noted it. */
export interface NotedSubscription {
  user: string
  endpoint: string
  key: string
}

export interface KeepingPorts {
  registration: Partial<PushRegistration>
  calls: PushCalls
  user: string
  noted: NotedSubscription | null
  /** Where and how this device wants to be reminded. */
  device: Omit<PutSubscriptionBody, 'endpoint' | 'keys'>
  /** Called with what the server knows now, before the state is returned. */
  onStored(noted: NotedSubscription, devices: PushDevice[]): Promise<void>
  /** Milliseconds allowed for the browser's push service. */
  within: number
}

/**
 * Makes sure that this device is subscribed with the server's key and that the server has the current subscription
 * (R4.4). A subscription that the server has dropped is made anew: its push service had reported it gone. Never
 * rejects.
 */
export async function keepSubscribed(ports: KeepingPorts): Promise<PushState> {
  const { registration, calls, user, noted, device, within } = ports
  if (!hasPush(registration)) return { kind: 'unsupported' }
  const key = await calls.key()
  if (key.kind === 'later') return { kind: 'waiting' }
  if (key.kind === 'refused') return { kind: 'unavailable', sentence: key.sentence }
  const before = await currentSubscription(registration)
  const isStale =
    before !== null && (!takesKey(before, key.value, noted?.key ?? null) || (await isLetGo(ports, addressOf(before))))
  if (isStale) await unsubscribe(registration)
  const made = before && !isStale ? before : await newSubscription(registration, key.value, within)
  if ('kind' in made) return made
  const { endpoint, keys } = made.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return { kind: 'refused' }
  const body = { ...device, endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  const stored = await calls.put(body)
  if (stored.kind === 'later') return { kind: 'waiting' }
  if (stored.kind === 'refused') return { kind: 'unavailable', sentence: stored.sentence }
  await ports.onStored({ user, endpoint, key: key.value }, stored.value)
  return { kind: 'on' }
}

async function newSubscription(
  registration: PushRegistration,
  key: string,
  within: number,
): Promise<PushSubscription | PushState> {
  const made = await subscribe(registration, key, within)
  return made.kind === 'subscribed' ? made.subscription : made
}

/** Returns whether the server was told about this endpoint for this user but no longer has it. */
async function isLetGo({ calls, user, noted }: KeepingPorts, endpoint: string): Promise<boolean> {
  if (noted?.endpoint !== endpoint || noted.user !== user) return false
  const answer = await calls.devices()
  return answer.kind === 'ok' && answer.value.every((device) => device.endpoint !== endpoint)
}

const addressOf = (subscription: PushSubscription): string => subscription.toJSON().endpoint ?? ''

/** The ports `endSubscribed` needs. */
export type EndingPorts = Pick<KeepingPorts, 'registration' | 'calls' | 'noted'>

/**
 * Stops pushes to this device: immediately in the browser, and on the server as soon as it can be reached. Returns true
 * once both are done.
 */
export async function endSubscribed({ registration, calls, noted }: EndingPorts): Promise<boolean> {
  if (hasPush(registration)) await unsubscribe(registration)
  if (!noted) return true
  const removed = await calls.remove(noted.endpoint)
  return removed.kind === 'ok'
}
