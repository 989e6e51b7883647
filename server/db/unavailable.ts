import { DrizzleQueryError } from 'drizzle-orm'

/** The database was not reached, or not in time. Whether what it was asked last has happened is not known. */
export class DatabaseUnavailable extends Error {}

/**
 * What PostgreSQL says of itself or of others and not of the request (appendix A of its manual): no connection (class 08), no resources
 * (53), an operator or its own end (57), its disk (58), a standby (25006), a transaction that idled (25P03), a lock that somebody
 * holds (55P03), transactions in each other's way (40001, 40P01).
 */
const TEMPORARY = /^(08|53|57|58)|^(25006|25P03|55P03|40001|40P01)$/

/** How node-postgres and PGlite say without a code that there is nobody to ask. */
const NOBODY_THERE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool|PGlite is clos)/

/** Returns the five characters by which PostgreSQL names an error, from the first of its causes that has some. */
export function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code
  }
  return undefined
}

/**
 * Whether a fault is one of the database itself, or of the way there, which a repetition may not meet again. Network errors of
 * anything else (mail, push, payments) are not.
 */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return TEMPORARY.test(state)
  const causes = causesOf(error)
  return (
    causes.some((cause) => cause instanceof DatabaseUnavailable || NOBODY_THERE.test(cause.message)) ||
    (causes.some((cause) => cause instanceof DrizzleQueryError) && causes.some(isOfMachine))
  )
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause)
  return causes
}

/** Of the network below a query, or of the WebAssembly that PGlite is and that does not come back. */
const isOfMachine = (error: Error): boolean =>
  'syscall' in error || ('code' in error && error.code === 'EPIPE') || error.constructor.name === 'RuntimeError'
