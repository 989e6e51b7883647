import { t } from '#domain/language/translate.ts'
import { ApiError } from '../platform/errors.ts'

/** The blob store is temporarily unavailable: 503, because trying again makes sense. `cause` is for the log. */
export class BlobsUnavailable extends ApiError {
  constructor(cause: unknown) {
    super(503, 'unavailable', t('Pictures cannot be reached right now. Please try again in a moment.'), {
      headers: { 'retry-after': '10' },
    })
    this.cause = cause
  }
}
