/**
 * What the storage of this device (IndexedDB) did not do.
 * - `unavailable`: there is none, or the browser does not let this site have it (cookies blocked, some private windows)
 * - `full`: there is no room
 * - `damaged`: what is stored cannot be read or brought up to date
 * - `closed`: the connection was closed under the page: its data was cleared, or the browser's storage went away
 * - `failed`: the browser itself reports a fault
 * - `slow`: it does not answer (no error says so; who waits tells)
 */
export type StorageFault = 'unavailable' | 'full' | 'damaged' | 'closed' | 'failed' | 'slow'

/** By the names of browsers (Indexed Database API; DOMException) and of Dexie. */
const FAULTS: Record<string, Exclude<StorageFault, 'slow'>> = {
  QuotaExceededError: 'full',
  MissingAPIError: 'unavailable',
  SecurityError: 'unavailable',
  VersionError: 'damaged',
  UpgradeError: 'damaged',
  SchemaError: 'damaged',
  AbortError: 'damaged',
  DataError: 'damaged',
  NotFoundError: 'damaged',
  NotReadableError: 'damaged',
  ConstraintError: 'damaged',
  DatabaseClosedError: 'closed',
  InvalidStateError: 'closed',
  TransactionInactiveError: 'closed',
  OpenFailedError: 'failed',
  UnknownError: 'failed',
  OperationError: 'failed',
  TimeoutError: 'failed',
  InternalError: 'failed',
}

/**
 * What an error of a read or write says of the storage; null when it says nothing of it. The cause counts more than
 * what Dexie wrapped around it, and a full disk most of all: it ends transactions in several ways.
 */
export function storageFaultOf(error: unknown): Exclude<StorageFault, 'slow'> | null {
  const faults = chainOf(error).flatMap(({ name }) => FAULTS[name] ?? [])
  return faults.find((fault) => fault === 'full') ?? faults.at(-1) ?? null
}

/** The same of an error with which an open ended; everything that is not the browser's doing is in the data. */
export function faultOfOpening(error: unknown): StorageFault {
  if (typeof indexedDB === 'undefined') return 'unavailable'
  const fault = storageFaultOf(error) ?? 'damaged'
  return fault === 'closed' ? 'failed' : fault
}

/** The error and those it wraps, the innermost last. */
function chainOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  return [error, ...chainOf('inner' in error ? error.inner : null)]
}
