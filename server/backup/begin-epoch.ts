import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { serverMeta } from '../db/schema/server-meta.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import { doubtOpenMails } from '../mail/queue.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { newServerId } from '../platform/ids.ts'
import { baseAt, SPAN } from '../sync/epochs.ts'
import { removeAllAhead } from '../sync/log-ahead.ts'
import { syncState } from '../sync/tables.ts'

/**
 * Begins a new epoch for every account of a database that was restored to an older state (S11.2). Call it while no
 * server uses the database, since servers read the epoch at startup.
 */
export async function beginEpoch(
  db: Database,
  { clock, random }: { clock: Clock; random: RandomBytes },
): Promise<{ epoch: string }> {
  const epoch = newServerId(clock, random)
  const base = baseAt(clock.now())
  await transaction(db, async (tx) => {
    await removeAllAhead(tx)
    await doubtOpenMails(tx, clock.now())
    await tx.update(serverMeta).set({ epoch, firstSeq: sql`greatest(${serverMeta.firstSeq}, ${base}::bigint)` })
    // An account that had written nothing by then has nothing in common with what its devices know, and the next
    // restore has to know that.
    await tx.execute(sql`
      insert into ${syncState} (user_id, restored_seq, updated_at)
      select everyone.id, 0, ${new Date(clock.now()).toISOString()}::timestamptz
      from (select id from ${users} union all select id from ${people}) as everyone
      on conflict do nothing`)
    await tx.update(syncState).set({
      // An account may be restored twice before a device returns: only the lower of the two is certainly common.
      restoredSeq: sql`least(coalesce(${syncState.restoredSeq}, ${syncState.seq}), ${syncState.seq})`,
      seq: sql`case when ${syncState.seq} < ${base}::bigint then ${base}::bigint else ${syncState.seq} + ${SPAN}::bigint end`,
    })
  })
  return { epoch }
}
