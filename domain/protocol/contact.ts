import * as z from 'zod/mini'
import { CONTACT_MOST } from '../records/contact.ts'

/** One field of POST /api/contact. `contactProblems` has the specification's sentences; this only limits the work. */
const typed = (most: number) => z._default(z.string().check(z.maxLength(most * 4)), '')

export const contactBody = z.object({
  /** Made by the sender, so that a message that arrives twice is saved once. */
  id: z.optional(z.uuid()),
  name: typed(CONTACT_MOST.name),
  email: typed(CONTACT_MOST.email),
  subject: typed(CONTACT_MOST.subject),
  message: typed(CONTACT_MOST.message),
})

export const contactAnswer = z.object({ success: z.literal(true), message: z.string() })
