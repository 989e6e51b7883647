import type { PGlite } from '@electric-sql/pglite'
import { databasesOn, type OpenDatabase } from '../db/database.ts'

/** A database that several tests of this process have, one after the other. */
export interface SharedDatabase {
  /** Answers what the first column of the last statement's first row says. */
  run(statements: string): Promise<unknown>
  /** For one test; ended, it answers nobody any more, whatever still asks it. */
  open(): Promise<OpenDatabase>
  discard(): Promise<void>
}

interface Kept {
  database: SharedDatabase
  /** Of its tables as the migrations made them. */
  shape: unknown
  uses: number
}

/** What was written and deleted stays in the memory of a PGlite. */
const MOST_USES = 50

const SHAPE = `select md5(string_agg(attrelid || ' ' || attname || ' ' || atttypid, ',' order by attrelid, attnum))
  from pg_attribute where attrelid >= 16384`

/** As the migrations left it: none of them puts rows into a table. A PGlite is one session, whose statements and locks outlive a test. */
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
 * Lends databases with all tables and no rows, each to one test at a time: making one takes ten times as long as emptying it.
 * @param make makes another one
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
