import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process is using the directory. The message is written for whoever started this one. */
export class DataDirBusy extends Error {}

export interface DataDirLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Takes the data directory for this process, creating it if needed. PGlite itself takes no lock, and two processes on
 * one directory destroy it.
 *
 * The operating system holds the lock, on the file `lock`: SQLite's exclusive transaction locks the file's bytes (fcntl
 * on Unix, LockFileEx on Windows), and the system frees them however the process ends. So there is no stale lock to
 * judge and no moment at which two can win (decision 005). Throws DataDirBusy immediately if it is taken.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(dataDir, 'lock'))
  try {
    // Nothing is ever written, so there must be no journal for a later start to examine.
    file.exec('pragma busy_timeout = 0; pragma journal_mode = off; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataDirBusy(
        `Another Dosewell is already running on ${dataDir}. Stop it, or set DATA_DIR to another directory.`,
      )
    }
    throw error
  }
  return { release: () => file.close() }
}
