import { t } from '#domain/language/translate.ts'
import { invalid } from '../platform/errors.ts'
import { beginOwnEpoch, isPlausibleSeq } from '../sync/epochs.ts'
import { epochOf, type SyncState } from '../sync/state.ts'
import type { Context } from './context.ts'
import { newEpoch } from './plugins/sync-headers.ts'

/**
 * Returns the state up to which a log may be read by a device that has read it up to `since`. A device that has seen
 * more of the account than this database had when the request came (`before`) makes it begin an epoch of its own: 409
 * `new_epoch` (S11.3), unless the database has caught up meanwhile. Throws 400 for a `since` no account can have.
 */
export async function stateForCursor(
  { db, clock, random, facts }: Pick<Context, 'db' | 'clock' | 'random' | 'facts'>,
  since: number,
  userId: string,
  before: SyncState,
): Promise<SyncState> {
  if (since <= before.seq) return before
  if (!isPlausibleSeq(since, clock.now()))
    throw invalid('since', t('since is beyond anything this account could have.'))
  const state = await beginOwnEpoch(db, userId, since, { clock, random })
  if (state.generation !== before.generation) throw newEpoch(epochOf(facts, state), state)
  return state
}
