import * as z from 'zod/mini'
import { deviceIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'

/**
 * The responses of the Web Push calls. They are separate from the requests, so that a page only loads what it reads.
 */

/** How much a reminder says on the lock screen (docs/reminders.md, R3.7). */
export const wordingSchema = z.enum(['full', 'discreet'])
export type Wording = z.infer<typeof wordingSchema>

/** GET /api/push/key: the server's public key (RFC 8292), 65 bytes in base64url, for `applicationServerKey`. */
export const pushKeyAnswer = z.object({ key: z.string() })

/**
 * A device that reminders are sent to, with what is known about their arrival. Instants are in UTC, the delay in
 * milliseconds.
 */
export const pushDeviceSchema = z.object({
  endpoint: z.string(),
  deviceId: deviceIdSchema,
  deviceName: z.string(),
  timeZone: z.string(),
  wording: wordingSchema,
  since: instantSchema,
  /** The last message that the push service accepted, and the last one that the device reported as shown. */
  lastSentAt: z.nullable(instantSchema),
  lastShownAt: z.nullable(instantSchema),
  /** From sent to shown: the median of the last 20 that were shown; null if there are none. */
  medianDelay: z.nullable(z.number()),
})
export type PushDevice = z.infer<typeof pushDeviceSchema>

/** The response of GET and PUT /api/push/subscription. */
export const pushDevicesAnswer = z.object({ devices: z.array(pushDeviceSchema) })
export type PushDevicesAnswer = z.infer<typeof pushDevicesAnswer>

/** POST /api/push/test: the result of the test message. */
export const pushTestAnswer = z.object({
  /** Returned in the message's data and in its receipt. */
  id: z.string(),
  outcome: z.enum(['delivered', 'gone', 'refused', 'failed']),
})
export type PushTestAnswer = z.infer<typeof pushTestAnswer>
