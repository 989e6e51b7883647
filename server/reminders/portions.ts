import { and, eq, lte } from 'drizzle-orm'
import { apart, isOfData } from '../db/apart.ts'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { type Fault, type OnSetAside, setAside } from '../queue/set-aside.ts'
import { postponeSends } from './open-sends.ts'
import { claimPeople, INDEXES } from './people.ts'

/** A portion of an index: about `count` rows that fell due by `until` and not before `since`, both in ms. */
export interface Portion {
  index: keyof typeof INDEXES
  since?: number
  until: number
  now: number
  count: number
  onSetAside: OnSetAside
}

/** The result of the work on some users, and what had to be left out. */
export interface Worked<T> {
  result: T
  faults: readonly Fault[]
}

/**
 * Claims a portion of users and works on them together in one transaction. What the work leaves out is set aside in the
 * same transaction (R8.1). If the database itself rejects the data of a row, the work continues in ever smaller parts
 * until only the user with that row is left (R8.2). Returns how many users were claimed, and the results. Rejects with
 * faults that are not caused by one user's data.
 */
export async function workOnPortion<T>(
  db: Database,
  portion: Portion,
  work: (tx: Database, people: string[]) => Promise<Worked<T>>,
): Promise<{ people: number; results: T[] }> {
  const { index, now, onSetAside, ...rows } = portion
  let claimed: string[] = []
  const store = async (tx: Database, faults: readonly Fault[]) => {
    await setAside(tx, faults, now)
    if (index === 'occurrences') await postponeSends(tx, faults, now)
  }
  const together = (only: readonly string[] | null): Promise<Worked<T> | null> =>
    transaction(db, async (tx) => {
      const people = await claimPeople(tx, index, { ...rows, now, only })
      if (only === null) claimed = people
      if (people.length === 0) return null
      const worked = await work(tx, people)
      await store(tx, worked.faults)
      return worked
    })
  const blame = async (userId: string, error: unknown) => {
    const faults = (await dueRows(db, portion, userId)).map((subject) => ({
      ...kindOf(index),
      subject,
      userId,
      error,
    }))
    await transaction(db, (tx) => store(tx, faults))
    faults.forEach(onSetAside)
  }
  const done = await together(null)
    .then((worked) => [worked])
    .catch((error: unknown) => {
      if (claimed.length === 0 || !isOfData(error)) throw error
      return apart(claimed, together, blame)
    })
  const worked = done.filter((one) => one !== null)
  for (const { faults } of worked) faults.forEach(onSetAside)
  return { people: claimed.length, results: worked.map(({ result }) => result) }
}

const kindOf = (index: Portion['index']) => ({ kind: INDEXES[index].kind })

/** Returns a user's medications or appointments that have due rows. */
async function dueRows(db: Database, { index, until }: Portion, userId: string): Promise<string[]> {
  const { table, time } = INDEXES[index]
  const rows = await db
    .select({ id: table.medicationId })
    .from(table)
    .where(and(eq(table.userId, userId), lte(time, new Date(until))))
  return rows.map(({ id }) => id)
}
