import { asc, eq } from 'drizzle-orm'
import type { UserId } from '#domain/lib/ids.ts'
import type { NoticePerson } from '#domain/reminders/notice-person.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { people } from '../db/schema/people.ts'

/** Somebody without sign-in, and the account whose devices and address are told about them. */
export interface Kept extends NoticePerson {
  accountId: string
  /** The plan zone. */
  zone: string
}

const COLUMNS = {
  id: people.id,
  accountId: people.ownerId,
  name: people.name,
  colour: people.colour,
  zone: people.timeZone,
}

/** Returns those of these ids that are of people without sign-in; the others are accounts. */
export async function keptPeople(tx: Database, ids: readonly string[]): Promise<Map<string, Kept>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.select(COLUMNS).from(people).where(among(people.id, ids))
  return new Map(rows.map((row) => [row.id, keptOf(row)]))
}

/** Returns the people whom an account keeps. */
export const peopleKeptBy = async (tx: Database, accountId: string): Promise<Kept[]> =>
  (await tx.select(COLUMNS).from(people).where(eq(people.ownerId, accountId)).orderBy(asc(people.id))).map(keptOf)

const keptOf = <Row extends { id: string }>(row: Row) => ({ ...row, id: row.id as UserId })

/** Returns the account that is told about a person: its own, or the one that keeps them. */
export const toldAccount = (kept: ReadonlyMap<string, Kept>, personId: string): string =>
  kept.get(personId)?.accountId ?? personId
