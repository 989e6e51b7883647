import { statfs } from 'node:fs/promises'
import { t } from '#domain/language/translate.ts'
import { ApiError } from './errors.ts'

const MEGABYTE = 1024 * 1024

/**
 * With fewer free bytes than this, only sign-in, sign-out and deletions are written: PostgreSQL's engine must never
 * find the disk full, because it ends if it cannot begin the next 16 MB of its log.
 */
export const HARD_RESERVE = 50 * MEGABYTE

/** How full the disk of DATA_DIR is. */
export interface DiskWatch {
  /** Returns the free bytes as known a moment ago; Infinity if the system does not say. */
  free(): Promise<number>
  /**
   * Returns whether less than MIN_FREE_DISK_MB would be free after writing this many more bytes; then nothing large is
   * written.
   */
  isLow(more?: number): Promise<boolean>
  /** Returns whether less than the hard reserve is free. */
  isFull(): Promise<boolean>
  /** @throws ApiError 503 if space is low, or would be after writing this many more bytes. */
  requireRoom(more?: number): Promise<void>
}

/** Milliseconds: many requests ask at the same moment. */
const FRESH = 500

const freeBytes = (directory: string) => async (): Promise<number> => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** An operator has to act, so trying again within a minute makes no sense. */
export class DiskFull extends ApiError {
  constructor() {
    super(503, 'unavailable', t('This server has no room left. Please try again later.'), {
      headers: { 'retry-after': '60' },
    })
  }
}

/**
 * Watches the disk that the directory is on.
 * @param ask returns the free bytes, instead of asking the system
 * @param fresh how many milliseconds that result is used
 */
export function diskWatch(
  { DATA_DIR, MIN_FREE_DISK_MB }: { DATA_DIR: string; MIN_FREE_DISK_MB: number },
  ask: () => Promise<number> = freeBytes(DATA_DIR),
  fresh = FRESH,
): DiskWatch {
  const least = MIN_FREE_DISK_MB * MEGABYTE
  let known: Promise<number> | null = null
  let askedAt = 0
  const free = () => {
    if (known === null || performance.now() - askedAt > fresh) {
      askedAt = performance.now()
      known = ask().catch(() => Number.POSITIVE_INFINITY)
    }
    return known
  }
  const isLow = async (more = 0) => (await free()) - more < least
  return {
    free,
    isLow,
    isFull: async () => (await free()) < Math.min(HARD_RESERVE, least),
    async requireRoom(more) {
      if (await isLow(more)) throw new DiskFull()
    },
  }
}

/** The codes for a full disk or a used-up quota, from the system and from PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Returns whether something failed because a disk is full, on this machine or the database's. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && FULL.has(String(cause.code))) return true
  }
  return false
}
