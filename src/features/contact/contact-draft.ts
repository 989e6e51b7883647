import * as z from 'zod/mini'
import type { ContactMessage } from '#domain/records/contact.ts'
import type { Writer } from './kept-messages.ts'

const draftSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
})

/**
 * Session storage survives a reload and an app update and ends with the tab; sign-out wipes it. After a 401 the draft
 * waits for its writer.
 */
const keyOf = (writer: Writer): string => `contact-draft:${writer}`

/** Returns this writer's unsent input, or null. */
export function readDraft(writer: Writer): ContactMessage | null {
  const parsed = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(writer)) ?? 'null'))
  return parsed.success ? parsed.data : null
}

/** Saves the draft. If storage is full or blocked, there simply is none. */
export function keepDraft(writer: Writer, typed: ContactMessage): void {
  try {
    sessionStorage.setItem(keyOf(writer), JSON.stringify(typed))
  } catch {
    // QuotaExceededError, or SecurityError in some private windows.
  }
}

export const dropDraft = (writer: Writer): void => sessionStorage.removeItem(keyOf(writer))
