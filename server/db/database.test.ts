// On both databases: the line before the database.
import { connect, createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turns } from '../platform/turns.ts'
import { freshPglite, freshPostgresUrl } from '../testing/database.ts'
import { type Database, openPglite, openPostgres } from './database.ts'
import { NewerDatabase } from './migrate.ts'
import { PgliteLine } from './pglite-line.ts'
import { PgliteStatements } from './pglite-statements.ts'
import { type Limits, PROMPT, postgresPool } from './postgres-pool.ts'
import { transaction } from './transaction.ts'
import { isUnavailable } from './unavailable.ts'

const LATER_VERSION = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2200, 0, 1)})`

/** Returns whether it rejected with an error that becomes a 503, or otherwise its result. */
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error) => (isUnavailable(error) ? 'unavailable' : error),
  )

const beside = process.env.TEST_DATABASE === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined

const lineTo = (engine: PGlite, patience: number) =>
  new PgliteLine(engine, { inTurn: turns(), patience, statements: new PgliteStatements(engine) })

function onPglite() {
  const lineOn = async (patience: number) => {
    const { pglite, close } = await freshPglite()
    const engine = pglite as PGlite
    return { engine, line: lineTo(engine, patience), close }
  }

  it('who waits too long behind a transaction that hangs hears so, and is not carried out later', async () => {
    const { engine, line, close } = await lineOn(50)
    const hanging = Promise.withResolvers<void>()
    const holder = line.transaction(() => hanging.promise)
    const outcomes = await Promise.all([
      outcomeOf(line.query('create table too_late (id int)')),
      outcomeOf(line.transaction((tx) => tx.query('create table too_late (id int)'))),
    ])
    expect(outcomes).toEqual(['unavailable', 'unavailable'])
    hanging.resolve()
    await holder
    const { rows } = await line.query("select to_regclass('too_late') as made")
    expect(rows).toEqual([{ made: null }])
    await engine.close()
    await close()
  })

  it('a transaction that waits for somebody past the line, such as a snapshot, hears so too', async () => {
    const { engine, line, close } = await lineOn(50)
    const hanging = Promise.withResolvers<void>()
    const holder = engine.transaction(() => hanging.promise)
    const late = line.transaction((tx) => tx.query('create table too_late (id int)'))
    expect(await outcomeOf(late)).toBe('unavailable')
    hanging.resolve()
    await holder
    const { rows } = await line.query("select to_regclass('too_late') as made")
    expect(rows).toEqual([{ made: null }])
    await close()
  })

  it('an engine that throws at once does not stop the line', async () => {
    let asked = 0
    const crashing = {
      query: () => {
        asked += 1
        if (asked === 1) throw new Error('PGlite is closed')
        return Promise.resolve('answered')
      },
    }
    const line = lineTo(crashing as unknown as PGlite, 1_000)
    expect(await outcomeOf(line.query('select 1'))).toBe('unavailable')
    expect(await outcomeOf(line.query('select 2'))).toBe('answered')
  })

  it('an engine that was closed counts as away', async () => {
    const { engine, line, close } = await lineOn(1_000)
    await engine.close()
    expect(await outcomeOf(line.query('select 1'))).toBe('unavailable')
    await close()
  })

  it('a database that a later version migrated is refused with a sentence', async () => {
    const { pglite, close } = await freshPglite()
    await pglite?.query(LATER_VERSION)
    const load = await pglite?.dumpDataDir('none')
    await close()
    await expect(openPglite({ load: load as Blob })).rejects.toThrow(
      /^The database was migrated by a newer version of Dosewell\..*\.$/,
    )
  })
}

function onPostgres(beside: string) {
  let url: string
  let drop: () => Promise<void>
  let administrator: pg.Client
  beforeAll(async () => {
    ;({ url, drop } = await freshPostgresUrl(beside))
    administrator = new pg.Client({ connectionString: beside })
    await administrator.connect()
  })
  afterAll(async () => {
    await administrator.end()
    await drop()
  })

  const endAll = () =>
    administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      new URL(url).pathname.slice(1),
    ])

  /** Runs the work on a pool with these limits. */
  async function on(limits: Partial<Limits>, work: (db: Database, pool: pg.Pool) => Promise<void>) {
    const pool = postgresPool(url, { ...PROMPT, ...limits }, () => {})
    try {
      await work(drizzle(pool) as unknown as Database, pool)
    } finally {
      await pool.end()
    }
  }

  const sleep = (db: Database, seconds: number) => db.execute(sql`select pg_sleep(${seconds})`)

  it('connections that end while they are idle, asked or in a transaction cost an answer each, and no place', async () => {
    await on({ most: 3 }, async (db, pool) => {
      for (let round = 0; round < 4; round += 1) {
        await db.execute(sql`select 1`)
        const asking = sleep(db, 30)
        const inTransaction = transaction(db, (tx) => sleep(tx, 30))
        const idleInTransaction = Promise.withResolvers<void>()
        const idling = transaction(db, async (tx) => {
          await tx.execute(sql`select 1`)
          idleInTransaction.resolve()
          await ended.promise
          await tx.execute(sql`select 1`)
        })
        const ended = Promise.withResolvers<void>()
        const outcomes = Promise.all([asking, inTransaction, idling].map(outcomeOf))
        await idleInTransaction.promise
        await endAll()
        ended.resolve()
        expect(await outcomes).toEqual(['unavailable', 'unavailable', 'unavailable'])
      }
      expect(await outcomeOf(transaction(db, async () => 'done'))).toBe('done')
      expect(pool.waitingCount).toBe(0)
      expect(pool.totalCount).toBe(1)
    })
  })

  it('a connection that breaks as a transaction begins is not lost to the pool', async () => {
    await on({ most: 1, connect: 1_000 }, async (db, pool) => {
      for (let round = 0; round < 3; round += 1) {
        const client = await pool.connect()
        client.release()
        // Idle here, and ended at the other side before this side notices.
        const begun = outcomeOf(transaction(db, async () => 'done'))
        await endAll()
        expect(['done', 'unavailable']).toContain(await begun)
      }
      await endAll()
      const last = async () => (await outcomeOf(transaction(db, async () => 'done'))) === 'done'
      expect((await last()) || (await last())).toBe(true)
    })
  })

  it('a statement, a lock and a connection are waited for as long as the limits say', async () => {
    await on({ most: 2, statement: 2_000, lock: 1_000, connect: 2_000 }, async (db) => {
      expect(await outcomeOf(sleep(db, 30))).toBe('unavailable')
      const hold = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const holder = transaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(1)`)
        held.resolve()
        await hold.promise
      })
      await held.promise
      expect(await outcomeOf(db.execute(sql`select pg_advisory_lock(1)`))).toBe('unavailable')
      const second = transaction(db, () => hold.promise)
      expect(await outcomeOf(db.execute(sql`select 1`))).toBe('unavailable')
      hold.resolve()
      await Promise.all([holder, second])
    })
  })

  it('who idles in a transaction loses it, and what it holds', async () => {
    await on({ idleInTransaction: 100 }, async (db) => {
      const { promise: idle, resolve: endIdling } = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const outcome = outcomeOf(
        transaction(db, async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(2)`)
          held.resolve()
          await idle
          await tx.execute(sql`select 1`)
        }),
      )
      await held.promise
      await transaction(db, (tx) => tx.execute(sql`select pg_advisory_xact_lock(2)`))
      endIdling()
      expect(await outcome).toBe('unavailable')
    })
  })

  it('a way to the database that swallows everything is given up, before and after a connection was made', async () => {
    const target = new URL(url)
    const sockets: Socket[] = []
    let isSwallowing = false
    const relay = createServer((socket) => {
      const onward = isSwallowing ? null : connect(Number(target.port), target.hostname)
      sockets.push(socket, ...(onward ? [onward] : []))
      if (!onward) return
      onward.on('data', (bytes) => isSwallowing || socket.write(bytes))
      socket.on('data', (bytes) => isSwallowing || onward.write(bytes))
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    const through = new URL(url)
    through.host = `127.0.0.1:${(relay.address() as { port: number }).port}`
    const pool = postgresPool(through.href, { ...PROMPT, connect: 1_000, silence: 1_000 }, () => {})
    const db = drizzle(pool) as unknown as Database
    await db.execute(sql`select 1`)
    isSwallowing = true
    expect(await outcomeOf(transaction(db, async () => 'done'))).toBe('unavailable')
    expect(await outcomeOf(db.execute(sql`select 1`))).toBe('unavailable')
    isSwallowing = false
    expect(await outcomeOf(transaction(db, async () => 'done'))).toBe('done')
    await pool.end()
    for (const socket of sockets) socket.destroy()
    relay.close()
  })

  it('an address where nobody listens, or a name that nobody has, counts as away', async () => {
    for (const address of ['postgres://127.0.0.1:1/none', 'postgres://nowhere.invalid/none']) {
      const pool = postgresPool(address, PROMPT, () => {})
      expect(await outcomeOf((drizzle(pool) as unknown as Database).execute(sql`select 1`))).toBe('unavailable')
      await pool.end()
    }
  })

  it('what the request itself is at fault for is no fault of the database', async () => {
    await on({}, async (db) => {
      const outcome = await outcomeOf(db.execute(sql`select 1 / 0`))
      expect(outcome).toBeInstanceOf(Error)
    })
  })

  it('a database that a later version migrated is refused with a sentence, and left as it is', async () => {
    const later = await freshPostgresUrl(beside)
    const client = new pg.Client({ connectionString: later.url })
    await client.connect()
    await client.query(LATER_VERSION)
    await expect(openPostgres(later.url)).rejects.toThrow(NewerDatabase)
    const { rows } = await client.query('select count(*)::int as held from drizzle.__drizzle_migrations')
    await expect(openPostgres(later.url)).rejects.toThrow(NewerDatabase)
    expect((await client.query('select count(*)::int as held from drizzle.__drizzle_migrations')).rows).toEqual(rows)
    await client.end()
    await later.drop()
  })
}

describe('the database', () => (beside ? onPostgres(beside) : onPglite()))
