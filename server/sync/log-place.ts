import { lte, type SQL, sql } from 'drizzle-orm'
import { doseEvents, syncState } from './tables.ts'

/**
 * A row that lies ahead of its account in the log is not there yet: an import writes a long log in portions, and one short transaction
 * takes the account past them (log-ahead.ts, decision 048). Whoever reads the log leaves such rows out.
 */

/** Further above the account's sequence than its writes bring it while an import is under way. */
export const AHEAD = 1_000_000

/** As a condition on rows of the log: they are in it, for an account at that sequence. */
export const inLogUpTo = (seq: number): SQL => lte(doseEvents.seq, seq + AHEAD)

/** The same where the sequence is not known. */
export const isInLog: SQL = sql`${doseEvents.seq} <= ${AHEAD} + coalesce((
  select ${syncState.seq} from ${syncState} where ${syncState.userId} = ${doseEvents.userId}), 0)`

/** Whether a row is ahead of an account at that sequence. */
export const isAhead = (row: { seq: number }, seq: number): boolean => row.seq > seq + AHEAD
