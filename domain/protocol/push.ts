import * as z from 'zod/mini'
import { deviceIdSchema } from '../lib/ids-schema.ts'
import { timeZoneSchema } from '../records/user-schema.ts'
import { wordingSchema } from './push-answers.ts'

export * from './push-answers.ts'

const base64url = (bytes: number, what: string) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=?=?$`),
        `must be ${what}, ${bytes} bytes in base64url`,
      ),
    )

/** As browsers write one: printable ASCII, so that each character is one byte in the index. */
export const endpointSchema = z
  .string()
  .check(
    z.maxLength(1000),
    z.url('must be the address of a push service'),
    z.regex(/^[\x21-\x7e]*$/, 'must be the address of a push service, in printable ASCII'),
  )

/**
 * PUT /api/push/subscription: this device's subscription, as `PushSubscription.toJSON()` returns it, and how to use it.
 */
export const putSubscriptionBody = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    // not translated: for clients of the API
    p256dh: base64url(65, 'the public key of the subscription'),
    // not translated: for clients of the API
    auth: base64url(16, 'the secret of the subscription'),
  }),
  deviceId: deviceIdSchema,
  deviceName: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Where the device is; reminders are planned in the account's plan zone. */
  timeZone: timeZoneSchema,
  wording: wordingSchema,
})
export type PutSubscriptionBody = z.infer<typeof putSubscriptionBody>

/** DELETE /api/push/subscription and POST /api/push/test: which subscription. */
export const whichSubscriptionBody = z.strictObject({ endpoint: endpointSchema })

/**
 * POST /api/push/receipt: a message was shown. Its id is 128 random bits that only the device could decrypt, so the
 * call needs no session: an expired session does not stop pushes.
 */
export const pushReceiptBody = z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)) })
