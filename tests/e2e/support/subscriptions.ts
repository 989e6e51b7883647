import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { PutSubscriptionBody } from '#domain/protocol/push.ts'
import type { User } from './user.ts'

/** Returns an address that the server accepts, with usable encryption keys. Nothing arrives there. */
function newSubscription(): Pick<PutSubscriptionBody, 'endpoint' | 'keys'> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, keys }
}

/**
 * From the next page on, makes the browser subscribe without fail: one without a profile refuses to. web-push.test.ts
 * has a profile.
 */
export const pretendSubscribed = (user: User): Promise<unknown> =>
  user.context.addInitScript((json) => {
    const subscription = { toJSON: () => json, unsubscribe: async () => true }
    const subscribed = async () => subscription
    Object.assign(PushManager.prototype, { getSubscription: subscribed, subscribe: subscribed })
  }, newSubscription())

/** Adds another device of the same account that receives reminders. */
export async function addDevice(user: User, deviceName: string): Promise<void> {
  const { timeZone } = user
  const { status, body } = await user.call('PUT', '/api/push/subscription', {
    ...newSubscription(),
    deviceId: randomUUID(),
    deviceName,
    timeZone,
    wording: 'full',
  })
  if (status !== 200) throw new Error(`adding ${deviceName} answered ${status}: ${JSON.stringify(body)}`)
}
