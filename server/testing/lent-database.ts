import type { PGlite } from '@electric-sql/pglite'
import type { OpenDatabase } from '../db/database.ts'
import { databasesOn } from '../db/pglite.ts'

/** A database used by several tests of this process, one after another. */
export interface SharedDatabase {
  /** Runs statements and returns the first column of the last statement's first row. */
  run(statements: string): Promise<unknown>
  /** Opens it for one test. Once closed, it responds to no one, whatever still queries it. */
  open(): Promise<OpenDatabase>
  discard(): Promise<void>
}

interface Kept {
  database: SharedDatabase
  /** A fingerprint of its tables as the migrations created them. */
  shape: unknown
  uses: number
}

/** What was written and deleted stays in a PGlite's memory. */
const MOST_USES = 50

const SHAPE = `select md5(string_agg(attrelid || ' ' || attname || ' ' || atttypid, ',' order by attrelid, attnum))
  from pg_attribute where attrelid >= 16384`

/**
 * Restores the state after the migrations, none of which inserts rows. A PGlite is a single session, whose statements
 * and locks outlive a test.
 */
const EMPTIED = `
  deallocate all;
  unlisten *;
  select pg_advisory_unlock_all();
  set session_replication_role = replica;
  do $$ declare named text; begin
    for named in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
      execute 'delete from ' || named;
    end loop;
    for named in select quote_ident(sequencename) from pg_sequences where schemaname = 'public' loop
      execute 'alter sequence ' || named || ' restart';
    end loop;
  end $$;
  reset all;`

/**
 * Lends databases with all tables and no rows, each to one test at a time: creating one takes ten times as long as
 * emptying it.
 * @param make creates another one
 */
export function lender(make: () => Promise<SharedDatabase>): () => Promise<OpenDatabase> {
  const idle: Kept[] = []
  const keep = async (): Promise<Kept> => {
    const database = await make()
    return { database, shape: await database.run(SHAPE), uses: 0 }
  }
  /** Kept for the next test, unless this one has changed its tables. */
  const giveBack = async (kept: Kept, open: OpenDatabase): Promise<void> => {
    await open.close()
    const { database, shape, uses } = kept
    if (uses >= MOST_USES || (await database.run(SHAPE)) !== shape) return database.discard()
    await database.run(EMPTIED)
    idle.push(kept)
  }
  return async () => {
    const kept = idle.pop() ?? (await keep())
    kept.uses += 1
    const open = await kept.database.open()
    let ending: Promise<void> | undefined
    return {
      ...open,
      close: () => {
        ending ??= giveBack(kept, open)
        return ending
      },
    }
  }
}

/** A PGlite in memory. */
export const sharedPglite = (engine: PGlite): SharedDatabase => ({
  run: async (statements) => {
    const results = await engine.exec(statements, { rowMode: 'array' })
    const [row] = (results.at(-1)?.rows ?? []) as unknown as unknown[][]
    return row?.[0]
  },
  open: async () => {
    let isOver = false
    const lent = new Proxy(engine, {
      get(target, name) {
        if (isOver && name === 'closed') return true
        if (isOver) throw new Error('PGlite is closed')
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' && name !== 'constructor' ? member.bind(target) : member
      },
    })
    return {
      ...databasesOn(lent),
      pglite: lent,
      close: async () => {
        isOver = true
      },
    }
  },
  discard: () => engine.close(),
})
