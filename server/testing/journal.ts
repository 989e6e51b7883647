import type { ErasureRecorder } from '../sync/erasure-journal.ts'

/** For tests that restore nothing. */
export const NO_JOURNAL: ErasureRecorder = {
  record: async () => undefined,
  hasErased: async () => false,
}
