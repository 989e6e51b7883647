import type { Instant } from '#domain/lib/instant.ts'

/** The body of a PATCH, besides what it changes. */
export interface Edition {
  /** When the user made the change, by the device's clock. */
  editedAt?: Instant | undefined
}

/** What the user changed by a write, which may arrive much later. */
export interface Made<R> {
  /** Null for a new record. */
  before: R | null
  /** By the device's clock. */
  madeAt: Instant
}
