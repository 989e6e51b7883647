import type { Refusal } from '#domain/commands/refusal.ts'

/**
 * A command that cannot be read back would be neither shown nor sent. Forms rule this out, except for dates from a
 * broken clock.
 */
export const unreadableRefusal: Refusal = {
  status: 400,
  code: 'invalid',
  error: 'This cannot be saved as it is. Please check the date and time of this device.',
}

export const goneRefusal: Refusal = {
  status: 404,
  code: 'not_found',
  error: 'This medication is no longer in your list. It may have been deleted on another device.',
}
