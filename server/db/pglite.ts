import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { turns } from '../platform/turns.ts'
import { migratePglite, pgliteMustMigrate } from './migrate.ts'
import type { Database, OpenDatabase, PgliteOptions } from './open-database.ts'
import { PgliteLine } from './pglite-line.ts'
import { PgliteStatements } from './pglite-statements.ts'
import { PROMPT } from './postgres-pool.ts'

/** Returns the database of an engine that is open and migrated. */
export function databasesOn(pglite: PGlite): Pick<OpenDatabase, 'db' | 'background'> {
  const inTurn = turns()
  const statements = new PgliteStatements(pglite)
  const lineWith = (patience: number | null) =>
    drizzlePglite(new PgliteLine(pglite, { inTurn, patience, statements }) as unknown as PGlite) as unknown as Database
  return { db: lineWith(PROMPT.statement), background: lineWith(null) }
}

/** See database.ts, which loads this only for who uses PGlite. */
export async function openPglite(options: PgliteOptions = {}): Promise<OpenDatabase> {
  const existed = options.dataDir !== undefined && existsSync(join(options.dataDir, 'PG_VERSION'))
  const pglite = await PGlite.create({
    ...(options.dataDir ? { dataDir: options.dataDir } : {}),
    ...(options.load ? { loadDataDir: options.load } : {}),
  })
  if (await pgliteMustMigrate(pglite)) {
    if (existed) await options.beforeMigration?.(pglite)
    await migratePglite(drizzlePglite(pglite))
  }
  return {
    ...databasesOn(pglite),
    pglite,
    close: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}

export async function loadPglite(dump: Blob, dataDir: string): Promise<void> {
  const pglite = await PGlite.create({ dataDir, loadDataDir: dump })
  await pglite.close()
}

export const openUnchanged = (dataDir: string): Promise<PGlite> => PGlite.create({ dataDir })
