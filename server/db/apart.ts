import { DrizzleQueryError } from 'drizzle-orm'
import { isUnavailable, sqlState } from './unavailable.ts'

/** PostgreSQL's classes of what a row says: data exceptions, broken constraints. */
const OF_DATA = /^2[23]/

/**
 * Whether what some row says is to blame, or code that could not take it: then the others can go on without it. Not where the
 * database is away, full or too slow, which is nobody's fault.
 */
export function isOfData(error: unknown): boolean {
  if (isUnavailable(error)) return false
  const state = sqlState(error)
  if (state !== undefined) return OF_DATA.test(state)
  return !(error instanceof DrizzleQueryError) && !hasSystemCode(error)
}

/** Node names what the system said (`ECONNREFUSED`, `EPIPE`), and its own complaints about a value (`ERR_INVALID_ARG_TYPE`). */
const hasSystemCode = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_')

/**
 * Does the work for all of them together. Where what one of them says makes that fail, does it for ever smaller parts, so that only
 * whoever is to blame is left out, and `blame` hears of it. Returns what the parts returned. The work has to leave nothing
 * behind where it fails (a transaction). Rejects with faults that are nobody's.
 */
export async function apart<Item, T>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<T>,
  blame: (item: Item, error: unknown) => Promise<void> | void,
): Promise<T[]> {
  const [first, ...others] = items
  if (first === undefined) return []
  try {
    return [await work(items)]
  } catch (error) {
    if (!isOfData(error)) throw error
    if (others.length === 0) {
      await blame(first, error)
      return []
    }
    const half = items.length >> 1
    return [...(await apart(items.slice(0, half), work, blame)), ...(await apart(items.slice(half), work, blame))]
  }
}
