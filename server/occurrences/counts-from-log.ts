import { and, or, type SQL, sql } from 'drizzle-orm'
import { among, textArray } from '../db/parameters.ts'
import { medications } from '../db/schema/records.ts'

export interface Logged {
  /** A condition on rows of `medications`: one of those whose doses were logged. */
  isOne: SQL
  /** Their ids as an array of texts. */
  texts: SQL
}

/** A condition on rows of `medications`: those whose next dose depends on what was logged of these. */
export const countsFromLogOf = ({ isOne, texts }: Logged): SQL | undefined =>
  or(and(isOne, countsFromOwn), follows(texts))

const countsFromOwn = sql`(${medications.record} @> '{"schedule":{"kind":"after-taken"}}' or ${medications.record} @>
  '{"schedule":{"kind":"phases","steps":[{"schedule":{"kind":"after-taken"}}]}}')`

/** A condition on rows of `medications`: those that follow one of these (`after-dose`). */
const follows = (texts: SQL) =>
  and(
    sql`${medications.record} @> '{"schedule":{"kind":"after-dose"}}'`,
    sql`${medications.record}->'schedule'->>'medicationId' = any(${texts})`,
  )

/** Returns these medications. */
export const amongIds = (medicationIds: readonly string[]): Logged => ({
  isOne: among(medications.id, medicationIds),
  texts: textArray(medicationIds),
})
