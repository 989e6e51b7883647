/**
 * `npm run restore`: restores the database to a snapshot. The server must be stopped.
 *
 *   npm run restore                              lists the available snapshots
 *   npm run restore -- latest                    the newest snapshot
 *   npm run restore -- 2026-03-02T09-00-00.000Z  that snapshot
 *   npm run restore -- replaced/2026-03-…        the database that a restore replaced
 *   npm run restore -- --after-pg-restore        completes a pg_restore (DATABASE_URL)
 *
 * `--old` allows a snapshot of more than 30 days. Exit code 0 exactly when what was asked for was done.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  finishRestore,
  listReplaced,
  type Reconciled,
  reconcile,
  restore,
  type Source,
} from '#server/backup/restore.ts'
import { SNAPSHOT_KEPT } from '#server/backup/rotation.ts'
import { damageOf, listSnapshots, type Snapshot } from '#server/backup/snapshots.ts'
import { DataDirBusy, lockDataDir } from '#server/db/data-dir-lock.ts'
import { openPostgres } from '#server/db/database.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import { keepServersAway } from '#server/db/servers-at-work.ts'
import { systemClock, systemRandom } from '#server/platform/clock.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { erasureJournal } from '#server/sync/erasure-journal.ts'

/** Ends the command with one message, without a stack. */
class Refusal extends Error {}

const SERVER_CONNECTED =
  'A server is still connected to the database at DATABASE_URL. Stop every server, then run this again. Nothing was changed.'
const LIST_HINT = 'npm run restore, without more, lists what there is.'

async function main(): Promise<void> {
  const { wanted, afterPgRestore, old } = readArguments()
  const config = readConfig(process.env)
  if (afterPgRestore) return withLock(config, () => afterPostgres(config))
  if (config.DATABASE_URL) {
    throw new Refusal(
      'The database is a PostgreSQL (DATABASE_URL): stop every server, restore it with pg_restore, ' +
        'then run npm run restore -- --after-pg-restore',
    )
  }
  if (wanted === undefined) return list(config.DATA_DIR)
  await withLock(config, async () => {
    await finishRestore(config.DATA_DIR)
    const source = await find(config.DATA_DIR, wanted, old)
    console.log(`Restoring ${nameOf(source)} …`)
    const done = await restore(config.DATA_DIR, source, portsOf(config)).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Refusal(`${nameOf(source)} could not be restored, and nothing was changed: ${reason}`)
    })
    console.log(`The database is the one of ${nameOf(source)}.`)
    report(done)
    if (done.replaced !== null) {
      console.log(
        `What it replaced is kept for 7 days in ${path.join(config.DATA_DIR, 'replaced', done.replaced)}. ` +
          `To go back to that: npm run restore -- replaced/${done.replaced}`,
      )
    }
    console.log('Start the server again.')
  })
}

function readArguments(): { wanted: string | undefined; afterPgRestore: boolean; old: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'after-pg-restore': { type: 'boolean' }, old: { type: 'boolean' } },
    })
    if (positionals.length > 1) throw new Error('Only one snapshot can be restored.')
    return {
      wanted: positionals[0],
      afterPgRestore: values['after-pg-restore'] === true,
      old: values.old === true,
    }
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  }
}

const portsOf = ({ DATA_DIR }: Config) => ({
  clock: systemClock,
  random: systemRandom,
  journal: erasureJournal(DATA_DIR),
})

/** Makes sure that no server is running meanwhile. Throws DataDirBusy. */
async function withLock(config: Config, work: () => Promise<void>): Promise<void> {
  const lock = lockDataDir(config.DATA_DIR)
  try {
    await work()
  } finally {
    lock.release()
  }
}

async function list(dataDir: string): Promise<void> {
  const snapshots = await listSnapshots(dataDir)
  for (const { name, manifest } of snapshots) {
    console.log(`${name}  ${(manifest.database.bytes / 1e6).toFixed(1)} MB, ${REASONS[manifest.reason]}`)
  }
  for (const { name } of await listReplaced(dataDir)) {
    console.log(`replaced/${name}  replaced by a restore at that time`)
  }
  console.log(
    snapshots.length === 0
      ? `There are no snapshots in ${dataDir}.`
      : 'Stop the server, then: npm run restore -- latest, or one of these names.',
  )
}

const REASONS: Record<Snapshot['manifest']['reason'], string> = {
  schedule: 'made on schedule',
  request: 'made by npm run backup',
  migration: 'made before an update changed the database',
}

async function find(dataDir: string, wanted: string, old: boolean): Promise<Source> {
  const replaced = (await listReplaced(dataDir)).find(({ name }) => wanted === `replaced/${name}`)
  if (replaced) return { replaced: replaced.directory }
  const snapshots = await listSnapshots(dataDir)
  const snapshot = wanted === 'latest' ? snapshots[0] : snapshots.find(({ name }) => name === wanted)
  if (!snapshot) {
    throw new Refusal(
      wanted === 'latest'
        ? `There are no snapshots in ${dataDir}.`
        : `There is no snapshot ${wanted} in ${dataDir}. ${LIST_HINT}`,
    )
  }
  const damage = await damageOf(snapshot)
  if (damage !== null) throw new Refusal(`The snapshot ${snapshot.name} is damaged: ${damage}. Nothing was changed.`)
  const { migration, madeAt, version } = snapshot.manifest
  if (migration !== null && !knownMigrations().some(({ tag }) => tag === migration)) {
    throw new Refusal(
      `The snapshot ${snapshot.name} was made by a newer version (${version}). Restore it with that one. Nothing was changed.`,
    )
  }
  if (!old && Date.parse(madeAt) < systemClock.now() - SNAPSHOT_KEPT) {
    throw new Refusal(
      `The snapshot ${snapshot.name} is older than 30 days: devices may no longer know what they saved since, and what ` +
        'was deleted since may come back. To restore it all the same, add --old. Nothing was changed.',
    )
  }
  return { snapshot }
}

const nameOf = (source: Source): string =>
  'snapshot' in source
    ? `the snapshot ${source.snapshot.name}`
    : `the replaced database ${path.basename(source.replaced)}`

function report({ erased, unreadable, holds }: Reconciled): void {
  console.log(
    `It holds ${count(holds.accounts, 'account')}, ${count(holds.medications, 'medication')}, ` +
      `${count(holds.appointments, 'appointment')} and ` +
      `${count(holds.doses, 'logged dose')}.`,
  )
  console.log(
    `Erased again, as the journal says: ${count(erased.accounts, 'account')}, ` +
      `${count(erased.medications, 'medication')}, ${count(erased.appointments, 'appointment')}, ` +
      `${count(erased.sessions, 'signed-in device')}.`,
  )
  if (unreadable > 0) console.log(`${count(unreadable, 'line')} of the journal could not be read.`)
  console.log('A new epoch has begun: each device replays what it saved since, when it next connects.')
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

async function afterPostgres(config: Config): Promise<void> {
  if (!config.DATABASE_URL) {
    throw new Refusal('--after-pg-restore is for PostgreSQL, and DATABASE_URL is not set.')
  }
  const unusable = (error: unknown): never => {
    const reason = error instanceof Error ? error.message || error.constructor.name : String(error)
    throw new Refusal(`The database at DATABASE_URL cannot be used: ${reason}`)
  }
  const letServersBack = await keepServersAway(config.DATABASE_URL).catch(unusable)
  if (!letServersBack) throw new Refusal(SERVER_CONNECTED)
  const open = await openPostgres(config.DATABASE_URL).catch(unusable)
  const done = await reconcile(open.background, portsOf(config)).finally(() => open.close())
  await letServersBack()
  console.log('The restored PostgreSQL is ready.')
  report(done)
  console.log('Start the servers again.')
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Refusal || error instanceof ConfigError || error instanceof DataDirBusy)) throw error
  console.error(error.message)
  process.exit(1)
}
// PGlite leaves handles open that would keep the process alive.
process.exit(0)
