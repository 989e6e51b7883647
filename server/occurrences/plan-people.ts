import type { Database } from '../db/database.ts'
import { planAccount } from './due-index.ts'
import { peopleKeptBy } from './kept-people.ts'

/**
 * Replans an account and everybody it keeps, in the transaction that saves a subscription: its devices are reminded
 * of all their doses.
 */
export async function planAccountAndPeople(tx: Database, userId: string, now: number): Promise<void> {
  await planAccount(tx, userId, now)
  for (const { id } of await peopleKeptBy(tx, userId)) await planAccount(tx, id, now)
}
