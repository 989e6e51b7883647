import { DrizzleQueryError } from 'drizzle-orm'

/** The database was not reached, or not in time. Whether the latest request took effect is unknown. */
export class DatabaseUnavailable extends Error {}

/**
 * PostgreSQL errors about itself or other sessions rather than the request (appendix A of its manual): no connection
 * (class 08), no resources (53), stopped by an operator or shutting down (57), its disk (58), a standby (25006), a
 * transaction that idled (25P03), a lock held by someone else (55P03), conflicting transactions (40001, 40P01).
 */
const TEMPORARY = /^(08|53|57|58)|^(25006|25P03|55P03|40001|40P01)$/

/** How node-postgres and PGlite report, without a code, that the database is not there. */
const NOBODY_THERE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool|PGlite is clos)/

/** Returns PostgreSQL's five-character error code, from the first cause that has one. */
export function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code
  }
  return undefined
}

/**
 * Returns whether a fault lies in the database itself or in the connection to it, so that a retry may succeed. Network
 * errors of other services (mail, push, payments) do not count.
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

/** An error of the network under a query, or of PGlite's WebAssembly, which does not recover. */
const isOfMachine = (error: Error): boolean =>
  'syscall' in error || ('code' in error && error.code === 'EPIPE') || error.constructor.name === 'RuntimeError'
