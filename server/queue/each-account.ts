import type { SetAsideKind } from '#domain/protocol/admin.ts'
import { isOfData } from '../db/apart.ts'
import type { Database } from '../db/database.ts'
import { type OnSetAside, setAside, takeBack } from './set-aside.ts'

/**
 * Does the work of a job for each account, one after the other, whatever becomes of the others: one of whom it throws is set aside
 * (docs/reminders.md, R8.1). The work has to leave nothing behind where it throws. Rejects after all of them when there was any, and at
 * once with a fault that is nobody's. Who chooses the accounts leaves out those that are set aside (`mayBeTried`).
 */
export async function eachAccount(
  accounts: readonly string[],
  kind: SetAsideKind,
  work: (userId: string) => Promise<void>,
  { db, now, onSetAside }: { db: Database; now: number; onSetAside: OnSetAside },
): Promise<void> {
  const faults: unknown[] = []
  const done: string[] = []
  for (const userId of accounts) {
    try {
      await work(userId)
      done.push(userId)
    } catch (error) {
      if (!isOfData(error)) throw error
      const fault = { kind, subject: userId, userId, error }
      await setAside(db, [fault], now)
      onSetAside(fault)
      faults.push(error)
    }
  }
  await takeBack(db, [kind], done)
  if (faults.length > 0) {
    throw new AggregateError(faults, `${faults.length} accounts were set aside`, { cause: faults[0] })
  }
}
