/**
 * The part of the engine's storage that only a restored server needs (src/sync/ports.ts, SyncStore), as one late part: what is to be
 * given back is noted, handed out, and settled.
 */
export { nextGiveBack } from './give-back-next.ts'
export { startEpoch } from './give-back-note.ts'
export { givenBack } from './give-back-settle.ts'
