/**
 * `npm run bench:admin`: how long the calls of /admin take among 1,000,000 accounts, each with a medication
 * (docs/performance.md).
 *
 *   npm run bench:admin                         on a PostgreSQL that it starts, or on the one at DATABASE_URL
 *   npm run bench:admin -- --pglite             on PGlite
 *   npm run bench:admin -- --users 100000       among that many
 *   npm run bench:admin -- --rounds 50          repeats each call that often
 *
 * One call at a time, over HTTP, against the real server in a separate process. Exit code 0 when every answer was
 * right; there is no target that could be missed.
 */
import { parseArgs } from 'node:util'
import { renderTable } from './bench/table.ts'
import { lookAt, measureCalls } from './bench-admin/calls.ts'
import { addCrowd } from './bench-admin/crowd.ts'
import { startServer } from './bench-admin/server.ts'
import { onPglite, onPostgres, sizesOf } from './bench-reminders/databases.ts'
import { endWithParent } from './end-with-parent.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '200' },
    pglite: { type: 'boolean', default: false },
  },
})

endWithParent()
const people = Number(values.users)
const rounds = Number(values.rounds)
const database = values.pglite ? onPglite() : await onPostgres(process.env.DATABASE_URL)
try {
  const start = performance.now()
  const { crowd, sizes } = await database.use(async (db) => {
    await addCrowd(db, people, (done) => console.error(`${done} accounts`))
    return { crowd: await lookAt(db, { people, rounds }), sizes: await sizesOf(db, ['users', 'medications']) }
  })
  console.log(`${people} accounts on ${database.name}, made in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  for (const { table, bytes, indexBytes } of sizes)
    console.log(`${table}: ${(bytes / 1e6).toFixed(0)} MB, indexes ${(indexBytes / 1e6).toFixed(0)} MB`)
  const server = await startServer(database)
  try {
    console.log(renderTable(await measureCalls(server, crowd)))
  } finally {
    await server.stop()
  }
} finally {
  await database.close()
}
