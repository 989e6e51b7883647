/**
 * The part of the engine's storage that only a restored server needs (src/sync/ports.ts, SyncStore), loaded late as one
 * chunk: it notes what has to be replayed, returns it and settles it.
 */
export { nextReplay } from './replay-next.ts'
export { startEpoch } from './replay-note.ts'
export { settleReplay } from './replay-settle.ts'
