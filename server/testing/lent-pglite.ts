import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, OpenDatabase } from '../db/database.ts'
import * as schema from '../db/schema/index.ts'

interface KeptPglite {
  engine: PGlite
  /** Of its tables as the migrations made them. */
  shape: string
  uses: number
}

/** Those that no test of this process has at the moment, empty. */
const idle: KeptPglite[] = []
/** What was written and deleted stays in the memory of the engine. */
const MOST_USES = 50

const shapeOf = async (engine: PGlite): Promise<string> => {
  const { rows } = await engine.query<{ shape: string }>(
    `select md5(string_agg(attrelid || ' ' || attname || ' ' || atttypid, ',' order by attrelid, attnum)) as shape
       from pg_attribute where attrelid >= 16384`,
  )
  return rows[0]?.shape ?? ''
}

/** As the migrations left it: none of them puts rows into a table. */
const EMPTIED = `
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

/** Keeps it for the next test, unless this one has changed its tables. */
async function giveBack(kept: KeptPglite): Promise<void> {
  if (kept.uses >= MOST_USES || (await shapeOf(kept.engine)) !== kept.shape) return kept.engine.close()
  await kept.engine.exec(EMPTIED)
  idle.push(kept)
}

/**
 * An empty PGlite in memory with all tables, to be closed by one test; a new one takes ten times as long as emptying. What still asks it
 * after that hears that it is closed, as with one of its own, and cannot reach the next test's rows.
 * @param fresh makes one that is migrated and empty
 */
export async function lentPglite(fresh: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  const kept = idle.pop() ?? (await keptPglite(fresh))
  kept.uses += 1
  let ending: Promise<void> | undefined
  const lent = new Proxy(kept.engine, {
    get(engine, name) {
      if (ending && name === 'closed') return true
      if (ending) throw new Error('PGlite is closed')
      const member: unknown = Reflect.get(engine, name, engine)
      return typeof member === 'function' && name !== 'constructor' ? member.bind(engine) : member
    },
  })
  return {
    db: drizzle(lent, { schema }) as unknown as Database,
    pglite: lent,
    close: () => {
      ending ??= giveBack(kept)
      return ending
    },
  }
}

async function keptPglite(fresh: () => Promise<OpenDatabase>): Promise<KeptPglite> {
  const { pglite } = await fresh()
  if (!pglite) throw new Error('This is no PGlite')
  return { engine: pglite, shape: await shapeOf(pglite), uses: 0 }
}
