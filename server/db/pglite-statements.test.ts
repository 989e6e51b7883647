import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshPglite } from '../testing/database.ts'
import { PgliteStatements } from './pglite-statements.ts'

let engine: PGlite
let close: () => Promise<void>
let statements: PgliteStatements
beforeAll(async () => {
  const fresh = await freshPglite()
  engine = fresh.pglite as PGlite
  close = fresh.close
})
beforeEach(async () => {
  await engine.exec(`deallocate all; drop table if exists kept;
    create table kept (id int primary key, at timestamptz, tags text[], record jsonb, flag boolean)`)
  statements = new PgliteStatements(engine)
})
afterAll(() => close())

const INSERT = 'insert into kept values ($1, $2, $3, $4, $5) returning id'
const NOW = new Date('2026-11-28T01:00:00.000Z')
const row = (id: number) => [id, NOW, ['a', 'b, "c"'], { name: 'Ä', amount: null }, id % 2 === 0]

const keptNames = async () => {
  const { rows } = await engine.query<{ name: string }>('select name from pg_prepared_statements')
  return rows.map(({ name }) => name)
}

it('a repeated statement answers as the engine itself would, with every kind of value', async () => {
  for (const id of [1, 2, 3]) await statements.query(INSERT, row(id))
  await statements.query(INSERT, [4, null, null, undefined, null])
  const text = 'select * from kept where id <> $1 order by id'
  for (const options of [undefined, { rowMode: 'array' } as const, { parsers: { 1184: (at: string) => `at ${at}` } }]) {
    const own = await engine.query(text, [2], options)
    for (const _time of [1, 2, 3]) expect(await statements.query(text, [2], options)).toEqual(own)
    expect(own.rows).toHaveLength(3)
  }
  expect((await keptNames()).length).toBe(2)
})

it('a statement that fails says why each time, and the next one works', async () => {
  for (const id of [1, 2]) await statements.query(INSERT, row(id))
  for (const _time of [1, 2, 3]) await expect(statements.query(INSERT, row(2))).rejects.toMatchObject({ code: '23505' })
  const broken = 'select nothing from kept'
  for (const _time of [1, 2, 3]) await expect(statements.query(broken)).rejects.toMatchObject({ code: '42703' })
  expect((await statements.query(INSERT, row(3))).rows).toEqual([{ id: 3 }])
})

it('in a transaction it belongs to the transaction, which a failing one ends', async () => {
  await statements.query(INSERT, row(1))
  const work = engine.transaction(async (tx) => {
    await statements.queryIn(tx, INSERT, row(2))
    await statements.queryIn(tx, INSERT, row(3))
    await statements.queryIn(tx, INSERT, row(3))
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect((await engine.query('select id from kept')).rows).toEqual([{ id: 1 }])
  expect((await statements.query(INSERT, row(2))).rows).toEqual([{ id: 2 }])
})

it('a repeated statement waits for a transaction of somebody else, and one that is over is not used again', async () => {
  const count = 'select count(*)::int as n from kept'
  await statements.query(count)
  let leaked: Parameters<PgliteStatements['queryIn']>[0] | undefined
  const open = Promise.withResolvers<void>()
  const others = engine.transaction(async (tx) => {
    leaked = tx
    await tx.query('insert into kept (id) values (9)')
    await open.promise
    await tx.rollback()
  })
  const counted = statements.query(count)
  open.resolve()
  await others
  expect((await counted).rows).toEqual([{ n: 0 }])
  await expect(statements.queryIn(leaked as never, count)).rejects.toThrow('Transaction is closed')
})

it('keeps no more than 150 statements, and none for good', async () => {
  for (let n = 0; n < 400; n += 1) {
    const text = `select ${n} as n`
    for (const _time of [1, 2]) expect((await statements.query(text)).rows).toEqual([{ n }])
  }
  expect((await keptNames()).length).toBeLessThanOrEqual(150)
  const text = 'select 1 as one'
  await statements.query(text)
  await statements.query(text)
  const before = new Set(await keptNames())
  for (let n = 0; n < 600; n += 1) await statements.query(text)
  expect((await keptNames()).filter((name) => !before.has(name))).toHaveLength(1)
})
