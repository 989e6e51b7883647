import * as z from 'zod/mini'
import { deviceIdSchema } from '../lib/ids.ts'
import { instantSchema } from '../lib/instant.ts'
import { timeZoneSchema } from '../records/user.ts'

/** How much a reminder says on the lock screen (docs/reminders.md, R3.7). */
export const wordingSchema = z.enum(['full', 'discreet'])
export type Wording = z.infer<typeof wordingSchema>

/** GET /api/push/key: the server's public key (RFC 8292), 65 bytes in base64url, for `applicationServerKey`. */
export const pushKeyAnswer = z.object({ key: z.string() })
export type PushKeyAnswer = z.infer<typeof pushKeyAnswer>

const base64url = (bytes: number, what: string) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=?=?$`),
        `must be ${what}, ${bytes} bytes in base64url`,
      ),
    )

export const endpointSchema = z
  .string()
  .check(z.maxLength(1000), z.url('must be the address of a push service'))

/** PUT /api/push/subscription: this device's subscription, as `PushSubscription.toJSON()` gives it, and how to use it. */
export const putSubscriptionBody = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    p256dh: base64url(65, 'the public key of the subscription'),
    auth: base64url(16, 'the secret of the subscription'),
  }),
  deviceId: deviceIdSchema,
  deviceName: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Where the device is; reminders are planned in the plan zone of the account. */
  timeZone: timeZoneSchema,
  wording: wordingSchema,
})
export type PutSubscriptionBody = z.infer<typeof putSubscriptionBody>

/** DELETE /api/push/subscription and POST /api/push/test: which one. */
export const whichSubscriptionBody = z.strictObject({ endpoint: endpointSchema })

/** A device that reminders are sent to, with what is known of their arrival. Instants in UTC, the delay in milliseconds. */
export const pushDeviceSchema = z.object({
  endpoint: z.string(),
  deviceId: deviceIdSchema,
  deviceName: z.string(),
  timeZone: z.string(),
  wording: wordingSchema,
  since: instantSchema,
  /** The last message that the push service took, and the last one that the device reported as shown. */
  lastSentAt: z.nullable(instantSchema),
  lastShownAt: z.nullable(instantSchema),
  /** From sent to shown, the median of the last 20 that were shown; null while there is none. */
  medianDelay: z.nullable(z.number()),
})
export type PushDevice = z.infer<typeof pushDeviceSchema>

/** GET /api/push/subscription, and the answer of PUT. */
export const pushDevicesAnswer = z.object({ devices: z.array(pushDeviceSchema) })
export type PushDevicesAnswer = z.infer<typeof pushDevicesAnswer>

/** POST /api/push/test: what became of the test message. */
export const pushTestAnswer = z.object({
  /** Comes back in the message's data and in its receipt. */
  id: z.string(),
  outcome: z.enum(['delivered', 'gone', 'refused', 'failed']),
})
export type PushTestAnswer = z.infer<typeof pushTestAnswer>

/**
 * POST /api/push/receipt: a message was shown. Its id is 128 random bits that only the device could decrypt, so that the call
 * needs no session: a lapse does not stop pushes.
 */
export const pushReceiptBody = z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)) })
