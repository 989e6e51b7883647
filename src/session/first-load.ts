import type { SyncState } from '#src/sync/ports.ts'
import { useOutbox } from './reads.ts'
import { type SyncPhase, useSession } from './session.ts'

/**
 * Whether this device has ever held the account's data.
 * - `loading`: not yet, the first answer is awaited: emptiness says nothing
 * - `failed`: not yet, and the server could not be reached or will not answer now
 * - `loaded`: once, at least; what the device holds is what there is
 */
export type FirstLoad = 'loading' | 'failed' | 'loaded'

export function firstLoadOf(state: Pick<SyncState, 'syncedAt'>, phase: SyncPhase): FirstLoad {
  if (state.syncedAt !== null || phase.kind === 'synced') return 'loaded'
  return phase.kind === 'starting' ? 'loading' : 'failed'
}

/** Undefined until this device answered. */
export function useFirstLoad(): FirstLoad | undefined {
  const { sync } = useSession()
  const outbox = useOutbox()
  return outbox && firstLoadOf(outbox.state, sync.phase)
}
