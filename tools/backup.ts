/**
 * `npm run backup`: takes a snapshot of the default database and its files at the same moment, whether or not the
 * server is running. Prints its path. Exit code 0 exactly when there is one.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { askForSnapshot, type SnapshotAnswer } from '#server/backup/requests.ts'
import { rotateSnapshots, snapshotsIn, takeSnapshot } from '#server/backup/snapshots.ts'
import { DataDirBusy, lockDataDir } from '#server/db/data-dir-lock.ts'
import { openUnchanged } from '#server/db/database.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'

/** A big database takes seconds; a server that is just starting replies once it has started. */
const ANSWER_WITHIN = 120_000

process.exit(await main())

async function main(): Promise<number> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return refuse(error.message)
    throw error
  }
  const { DATA_DIR, DATABASE_URL } = config
  if (DATABASE_URL) {
    return refuse(
      'The database is a PostgreSQL (DATABASE_URL), and its own tools back it up: ' +
        'pg_dump --format=custom --file=dosewell.dump "$DATABASE_URL"',
    )
  }
  if (!existsSync(path.join(DATA_DIR, 'db', 'PG_VERSION'))) {
    return refuse(`There is no database in ${DATA_DIR} yet, so there is nothing to back up.`)
  }
  const answer = await snapshot(DATA_DIR)
  if (answer === null) {
    return refuse(
      `The Dosewell that runs on ${DATA_DIR} gave no answer within ${ANSWER_WITHIN / 1000} seconds. There is no new snapshot.`,
    )
  }
  if ('failed' in answer) return refuse(`The snapshot failed: ${answer.failed}`)
  console.log(`The snapshot is in ${path.join(snapshotsIn(DATA_DIR), answer.snapshot)}`)
  return 0
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

/** Taken by the server that has the database open, else by this process. */
async function snapshot(dataDir: string): Promise<SnapshotAnswer | null> {
  let lock: ReturnType<typeof lockDataDir>
  try {
    lock = lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirBusy) return askForSnapshot(dataDir, ANSWER_WITHIN)
    throw error
  }
  try {
    const pglite = await openUnchanged(path.join(dataDir, 'db'))
    const { name } = await takeSnapshot(pglite, { dataDir, clock: systemClock, reason: 'request' })
    await pglite.close()
    await rotateSnapshots(dataDir, systemClock.now())
    return { snapshot: name }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  } finally {
    lock.release()
  }
}
