import { ApiError } from '../platform/errors.ts'

/** The place of the blobs did not do its part, for now: 503, since a repetition makes sense. `cause` is for the log. */
export class BlobsUnavailable extends ApiError {
  constructor(cause: unknown) {
    super(503, 'unavailable', 'Pictures cannot be reached right now. Please try again in a moment.', {
      headers: { 'retry-after': '10' },
    })
    this.cause = cause
  }
}
