import * as z from 'zod/mini'
import { instantSchema } from '../lib/instant.ts'
import { storableText } from '../lib/text.ts'

/** A device on which the person is signed in. */
export const signedInDeviceSchema = z.object({
  /** Of its session. */
  id: z.string(),
  deviceName: z.string(),
  signedInAt: instantSchema,
  /** To the hour: not every request is noted. */
  lastSeenAt: instantSchema,
  /** The one that asks. */
  isThisOne: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>

/** GET /api/user/sessions. */
export const devicesAnswer = z.object({ devices: z.array(signedInDeviceSchema) })

/** DELETE /api/user/account: the address of the account, typed, so that nobody deletes it by a slip. */
export const deleteAccountBody = z.strictObject({ email: storableText(1000) })

/** Whether what was typed is the address of the account; case and spaces around it do not matter. */
export const isSameAddress = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase()
