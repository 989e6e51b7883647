import { createECDH, randomUUID } from 'node:crypto'
import type { DeviceId } from '#domain/lib/ids.ts'
import type { PutSubscriptionBody } from '#domain/protocol/push.ts'
import type { PushTransport } from '../push/transport.ts'

/** For tests that push nothing. */
export const NO_PUSH: PushTransport = {
  publicKey: null,
  send: async () => ({ kind: 'refused', status: null, retryAfter: null }),
  close: () => undefined,
}

/** Returns what a device sends to subscribe. Each is another device at another endpoint, with its own keys. */
export function subscriptionBody(fields: Partial<PutSubscriptionBody> = {}): PutSubscriptionBody {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: 'MDEyMzQ1Njc4OWFiY2RlZg' },
    deviceId: randomUUID() as DeviceId,
    deviceName: 'Phone',
    timeZone: 'Australia/Sydney',
    wording: 'full',
    ...fields,
  }
}
