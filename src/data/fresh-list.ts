import type { ListState } from '#src/sync/ports.ts'

/** The state of a list this device has never received. */
export const FRESH_LIST: ListState = { etag: null, seq: 0, listSeq: 0, held: null }
