import type { ListState } from '#src/sync/ports.ts'

/** Where a device stands against a list that it never heard of. */
export const FRESH_LIST: ListState = { etag: null, seq: 0, listSeq: 0, held: null }
