import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then a start has done what it puts off until the server answers (ms). */
const SETTLED_AFTER = 3_000

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives back the memory that only the start needed, once the server has settled. V8 leaves the room for new objects as
 * large as loading the modules made it, 45 MB that an idle server has no use for, until it is told that memory is short;
 * for that it has only its `gc`, which it hides unless asked. The process stands still for an eighth of a second, once.
 */
export function giveBackStartMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('globalThis.gc') as Collect | undefined
    setFlagsFromString('--no-expose-gc')
    // A later V8 may not have it: then the memory stays, and the server too.
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, SETTLED_AFTER).unref()
}
