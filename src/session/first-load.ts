import type { PassEnd } from '#src/sync/engine.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { type OutboxView, useOfOutbox } from './reads.ts'
import { type SyncPhase, useSession } from './session.ts'

/**
 * Whether this device has ever held the account's data.
 * - `loading`: not yet; this tab or another is waiting for the first answer, so an empty list means nothing
 * - `failed`: not yet; the server could not be reached or will not answer now
 * - `loaded`: at least once; what the device holds is everything
 */
export type FirstLoad = 'loading' | 'failed' | 'loaded'

export function firstLoadOf(state: Pick<SyncState, 'syncedAt'>, phase: SyncPhase): FirstLoad {
  if (state.syncedAt !== null) return 'loaded'
  // A page also says "synced" while another tab is syncing, and for a moment before it reads the result.
  return phase.kind === 'starting' || phase.kind === 'synced' ? 'loading' : 'failed'
}

/**
 * The same for lists of documents and scans.
 * @param isLoaded a list was taken over at some time
 * @param end how the last pass of its queue ended
 */
export function pictureLoadOf(isLoaded: boolean, end: PassEnd | null): FirstLoad {
  if (isLoaded || end?.kind === 'synced') return 'loaded'
  return end === null || end.kind === 'busy' ? 'loading' : 'failed'
}

const isSynced = ({ state }: OutboxView): boolean => state.syncedAt !== null

/** Returns undefined until local storage has been read. */
export function useFirstLoad(): FirstLoad | undefined {
  const { sync } = useSession()
  const wasSynced = useOfOutbox(isSynced)
  if (wasSynced === undefined) return undefined
  return wasSynced ? 'loaded' : firstLoadOf({ syncedAt: null }, sync.phase)
}

const isEmpty = ({ waiting }: OutboxView): boolean => waiting.length === 0

/**
 * Returns whether a day can be shown. On a new device the medications arrive before the log: with only half of it, doses
 * taken elsewhere would show as open. What the user has entered meanwhile is not held back.
 */
export function useIsDayKnown(): boolean {
  const load = useFirstLoad()
  const hasNothing = useOfOutbox(isEmpty)
  return load !== undefined && (load !== 'loading' || hasNothing === false)
}
