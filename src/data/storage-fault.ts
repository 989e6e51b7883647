/**
 * What this device's storage (IndexedDB) failed to do.
 * - `unavailable`: there is none, or the browser denies it to this site (cookies blocked, some private windows)
 * - `full`: there is no room
 * - `damaged`: what is stored cannot be read or upgraded
 * - `closed`: the connection was closed under the page: its data was cleared, or the browser's storage went away
 * - `failed`: the browser itself reports a fault
 * - `slow`: it does not respond (no error reports this; the waiting code does)
 */
export type StorageFault = 'unavailable' | 'full' | 'damaged' | 'closed' | 'failed' | 'slow'

/** By error names of browsers (Indexed Database API; DOMException) and of Dexie. */
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
 * Returns which storage fault an error of a read or write means; null if it does not concern storage. The cause counts
 * more than Dexie's wrapper around it, and a full disk most of all, since it ends transactions in several ways.
 */
export function storageFaultOf(error: unknown): Exclude<StorageFault, 'slow'> | null {
  const faults = chainOf(error).flatMap(({ name }) => FAULTS[name] ?? [])
  return faults.find((fault) => fault === 'full') ?? faults.at(-1) ?? null
}

/**
 * Returns the same for an error from opening the database, where anything not caused by the browser is a fault in the
 * data.
 */
export function faultOfOpening(error: unknown): StorageFault {
  if (typeof indexedDB === 'undefined') return 'unavailable'
  const fault = storageFaultOf(error) ?? 'damaged'
  return fault === 'closed' ? 'failed' : fault
}

/** Returns the error and those it wraps, innermost last. */
function chainOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  return [error, ...chainOf('inner' in error ? error.inner : null)]
}
