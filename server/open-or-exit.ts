import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { finishRestore } from './backup/restore.ts'
import { takeSnapshot } from './backup/snapshots.ts'
import { type OpenDatabase, openPglite, openPostgres } from './db/database.ts'
import { NewerDatabase } from './db/migrate.ts'
import { isUnavailable } from './db/unavailable.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'

/** Ends the start with one sentence and no stack. */
export function refuseToStart(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Nothing is migrated without a way back: the previous version still runs on the existing data. */
async function snapshotOrExit(pglite: PGlite, dataDir: string): Promise<void> {
  try {
    await takeSnapshot(pglite, { dataDir, clock: systemClock, reason: 'migration' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    refuseToStart(
      `This version has to migrate the database, and no snapshot could be taken before: ${reason}. Nothing was changed.`,
    )
  }
}

function open(config: Config, onIdleError: (error: Error) => void): Promise<OpenDatabase> {
  if (config.DATABASE_URL) return openPostgres(config.DATABASE_URL, onIdleError)
  const beforeMigration = (pglite: PGlite) => snapshotOrExit(pglite, config.DATA_DIR)
  return openPglite({ dataDir: join(config.DATA_DIR, 'db'), beforeMigration })
}

const notUsable = (error: unknown): never => {
  let cause = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  const reason = cause instanceof Error ? cause.message || cause.constructor.name : String(cause)
  return refuseToStart(`The database at DATABASE_URL cannot be used: ${reason}`)
}

/** Returns the database set in the configuration, migrated, or ends the start. */
export async function openOrExit(config: Config, onIdleError: (error: Error) => void): Promise<OpenDatabase> {
  if (!config.DATABASE_URL) await finishRestore(config.DATA_DIR)
  try {
    return await open(config, onIdleError)
  } catch (error) {
    if (error instanceof NewerDatabase) refuseToStart(error.message)
    if (config.DATABASE_URL) notUsable(error)
    throw error
  }
}

/** Awaits what a start asks a database that was available a moment ago, or ends the start. */
export async function askedOrExit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isUnavailable(error)) notUsable(error)
    throw error
  }
}
