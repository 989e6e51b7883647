/**
 * The part of the engine's storage that only a restored server needs (src/sync/ports.ts, SyncStore), as one late part:
 * what is to be replayed is noted, handed out, and settled.
 */
export { nextReplay } from './replay-next.ts'
export { startEpoch } from './replay-note.ts'
export { settleReplay } from './replay-settle.ts'
