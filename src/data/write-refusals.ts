import type { Refusal } from '#domain/commands/refusal.ts'
import { t } from '#domain/language/translate.ts'

/**
 * A command that cannot be read back would be neither shown nor sent. Forms rule this out, except for dates from a
 * broken clock.
 */
export const unreadableRefusal: Refusal = {
  status: 400,
  code: 'invalid',
  get error() {
    return t('This cannot be saved as it is. Please check the date and time of this device.')
  },
}

export const goneRefusal: Refusal = {
  status: 404,
  code: 'not_found',
  get error() {
    return t('This medication is no longer in your list. It may have been deleted on another device.')
  },
}
