import type { SetAsideKind } from '#domain/protocol/admin.ts'
import { isOfData } from '../db/apart.ts'
import type { Database } from '../db/database.ts'
import { type OnSetAside, setAside, takeBack } from './set-aside.ts'

/** What a job rejects with once its work is done for all accounts but these. */
export class AccountsSetAside extends AggregateError {
  constructor(faults: readonly unknown[]) {
    super(faults, `${faults.length} accounts were set aside`, { cause: faults[0] })
  }
}

/**
 * Does a job's work for each account, one after another. If it throws for one account, that account is set aside
 * (docs/reminders.md, R8.1) and the others go on. Work that throws must leave nothing behind. Rejects at the end with
 * `AccountsSetAside` if any account failed, and immediately with a fault that is not caused by one account. The caller
 * that selects the accounts leaves out those that are set aside (`mayBeTried`).
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
  if (faults.length > 0) throw new AccountsSetAside(faults)
}
