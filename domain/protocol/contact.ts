import * as z from 'zod/mini'
import { CONTACT_MOST } from '../records/contact.ts'

/** One field of POST /api/contact: the sentences of the specification come from `contactProblems`; this only bounds the work. */
const typed = (most: number) => z._default(z.string().check(z.maxLength(most * 4)), '')

export const contactBody = z.object({
  /** Made by the sender: the same message that arrives twice is kept once. */
  id: z.optional(z.uuid()),
  name: typed(CONTACT_MOST.name),
  email: typed(CONTACT_MOST.email),
  subject: typed(CONTACT_MOST.subject),
  message: typed(CONTACT_MOST.message),
})

export const contactAnswer = z.object({ success: z.literal(true), message: z.string() })
