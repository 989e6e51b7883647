import { lte, type SQL, sql } from 'drizzle-orm'
import { doseEvents, syncState } from './tables.ts'

/**
 * A row that lies ahead of its account is not part of the log yet: an import writes a long log in portions, and then
 * one short transaction moves the account past them (log-ahead.ts, decision 048). Everything that reads the log leaves
 * such rows out.
 */

/** More than the account's own writes can raise its sequence during an import. */
export const AHEAD = 1_000_000

/** A condition that matches the rows in the log of an account whose sequence is `seq`. */
export const inLogUpTo = (seq: number): SQL => lte(doseEvents.seq, seq + AHEAD)

/** The same condition when the sequence is not known. */
export const isInLog: SQL = sql`${doseEvents.seq} <= ${AHEAD} + coalesce((
  select ${syncState.seq} from ${syncState} where ${syncState.userId} = ${doseEvents.userId}), 0)`

/** Returns whether a row is ahead of an account whose sequence is `seq`. */
export const isAhead = (row: { seq: number }, seq: number): boolean => row.seq > seq + AHEAD
