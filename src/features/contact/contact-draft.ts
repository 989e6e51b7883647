import * as z from 'zod/mini'
import type { ContactMessage } from '#domain/records/contact.ts'

const draftSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
})

/** Session storage survives a reload and an app update and ends with the tab; sign-out wipes it. */
const KEY = 'contact-draft'

/** What was typed and not sent yet, or null. */
export function readDraft(): ContactMessage | null {
  const parsed = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  return parsed.success ? parsed.data : null
}

/** Where storage is full or refused there simply is no draft. */
export function keepDraft(typed: ContactMessage): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed))
  } catch {
    // QuotaExceededError, or SecurityError in some private windows.
  }
}

export const dropDraft = (): void => sessionStorage.removeItem(KEY)
