import { DrizzleQueryError } from 'drizzle-orm'
import { isUnavailable, sqlState } from './unavailable.ts'

/** PostgreSQL's error classes for data in a row: data exceptions, broken constraints. */
const OF_DATA = /^2[23]/

/**
 * Returns whether the fault lies in some row's data, or in code that could not handle it, so that the other rows can go
 * on without it. False if the database is unavailable, full or too slow, which is no row's fault.
 */
export function isOfData(error: unknown): boolean {
  if (isUnavailable(error)) return false
  const state = sqlState(error)
  if (state !== undefined) return OF_DATA.test(state)
  return !(error instanceof DrizzleQueryError) && !hasSystemCode(error)
}

/**
 * Node reports system errors (`ECONNREFUSED`, `EPIPE`), and its own complaints about a value (`ERR_INVALID_ARG_TYPE`).
 */
const hasSystemCode = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_')

/**
 * Does the work for all items together. If one item's data makes it fail, it repeats the work for ever smaller parts
 * until only that item is left out, and `blame` is called with it. Returns the results of the parts. Work that fails
 * must leave nothing behind (a transaction). Rejects with faults that are not caused by an item.
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
