import type { PassEnd } from '#src/sync/engine.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { useOutbox } from './reads.ts'
import { type SyncPhase, useSession } from './session.ts'

/**
 * Whether this device has ever held the account's data.
 * - `loading`: not yet, the first answer is awaited, by this tab or by another one: emptiness says nothing
 * - `failed`: not yet, and the server could not be reached or will not answer now
 * - `loaded`: once, at least; what the device holds is what there is
 */
export type FirstLoad = 'loading' | 'failed' | 'loaded'

export function firstLoadOf(state: Pick<SyncState, 'syncedAt'>, phase: SyncPhase): FirstLoad {
  if (state.syncedAt !== null) return 'loaded'
  // A page says "synced" also while another tab is at it, and a moment before it reads that it is.
  return phase.kind === 'starting' || phase.kind === 'synced' ? 'loading' : 'failed'
}

/**
 * The same of a list of pictures' records.
 * @param isLoaded it took over a list at some time
 * @param end how the last pass of its queue ended
 */
export function pictureLoadOf(isLoaded: boolean, end: PassEnd | null): FirstLoad {
  if (isLoaded || end?.kind === 'synced') return 'loaded'
  return end === null || end.kind === 'busy' ? 'loading' : 'failed'
}

/** Undefined until this device answered. */
export function useFirstLoad(): FirstLoad | undefined {
  const { sync } = useSession()
  const outbox = useOutbox()
  return outbox && firstLoadOf(outbox.state, sync.phase)
}
