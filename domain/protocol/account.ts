import * as z from 'zod/mini'
import { instantSchema } from '../lib/instant-schema.ts'
import { storableText } from '../lib/storable-text.ts'

/** A device on which the user is signed in. */
export const signedInDeviceSchema = z.object({
  /** The id of its session. */
  id: z.string(),
  deviceName: z.string(),
  signedInAt: instantSchema,
  /** To the hour, because not every request is recorded. */
  lastSeenAt: instantSchema,
  /** The device making the request. */
  isThisOne: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>

/** GET /api/user/sessions. */
export const devicesAnswer = z.object({ devices: z.array(signedInDeviceSchema) })

/** DELETE /api/user/account: the account's address, typed in, so that no one deletes an account by mistake. */
export const deleteAccountBody = z.strictObject({ email: storableText(1000) })

/** Returns whether the typed text is the account's address, ignoring case and surrounding spaces. */
export const isSameAddress = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase()
