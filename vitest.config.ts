import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LONG } from './tests/support/long.ts'
import WaitingFirst from './tools/test/waiting-first.ts'

/** Order of the groups: quick ones first; projects of one order share the machine's cores. */
const ORDER = { unit: 0, processes: 1, e2e: 2 }

const NO_STRAY_CONSOLE = './tests/support/no-stray-console.ts'

/** Halves what reading the server's modules costs each worker (docs/decisions/068). */
const FOUND_ONCE = ['--import', fileURLToPath(new URL('./server/platform/found-modules.ts', import.meta.url))]

const SERVER_TESTS = ['server/**/*.test.ts']
/**
 * Server tests run on PGlite. Those whose subject differs by database (locks, claims, notifications, constraints, types of columns …)
 * say so in their first line and run on PostgreSQL too; in the long run all do that stand on a database (decision 062).
 */
const ON_POSTGRES = globSync(SERVER_TESTS).filter((file) => {
  const test = readFileSync(file, 'utf8')
  const isOfPglite = /freshPglite/.test(test) && !/freshDatabase|freshPostgresUrl|testApp/.test(test)
  return LONG ? /\/testing\//.test(test) && !isOfPglite : test.startsWith('// On both databases: ')
})

/** A PostgreSQL to test against exists only where `tools/test.ts` has started one and left its address here. */
const postgresUrl = process.env.TEST_POSTGRES_URL

const serverOnPostgres = {
  test: {
    name: 'server-postgres',
    include: ON_POSTGRES,
    isolate: false,
    execArgv: FOUND_ONCE,
    setupFiles: [NO_STRAY_CONSOLE],
    env: { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl ?? '' },
    // Making a database takes a second, and took 20 on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { groupOrder: ORDER.unit },
  },
}

/** Long tests: servers as processes of their own, killed and started again, and simulations beside them. */
const LONG_TESTS = {
  execArgv: FOUND_ONCE,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Half of them wait for processes and for claims to end.
  maxWorkers: 3,
  sequence: { groupOrder: ORDER.processes },
}

const WRITES = { ...LONG_TESTS, include: ['tests/server/writes/**/*.test.ts'] }

const writesOnPostgres = {
  test: {
    ...WRITES,
    include: [...WRITES.include, 'tests/server/postgres/**/*.test.ts'],
    name: 'writes-postgres',
    env: { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl ?? '' },
  },
}

/** Pictures with a service of S3's protocol, for several servers on one PostgreSQL. */
const bucket = {
  test: {
    ...LONG_TESTS,
    name: 'bucket',
    include: ['tests/bucket/**/*.test.ts'],
    env: { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl ?? '' },
  },
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // Vitest leaves one core to others, which halves what two cores do.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          name: 'domain',
          isolate: false,
          include: ['domain/**/*.test.ts', 'packages/**/*.test.ts', 'tests/understanding/**/*.test.ts'],
          setupFiles: [NO_STRAY_CONSOLE],
          // Properties go through every zone and long random texts: seconds on a quiet machine, more on a slow one.
          testTimeout: 30_000,
          sequence: { groupOrder: ORDER.unit },
        },
      },
      {
        test: {
          name: 'client',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [NO_STRAY_CONSOLE, './tests/support/fresh-device.ts'],
          testTimeout: 20_000,
          sequence: { groupOrder: ORDER.unit },
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER_TESTS,
          // A quarter of the time went into reading the same modules for every file.
          isolate: false,
          execArgv: FOUND_ONCE,
          setupFiles: [NO_STRAY_CONSOLE],
          env: { TEST_DATABASE: 'pglite' },
          // PGlite compiles 15 MB of WebAssembly per worker; on two busy cores that alone can take seconds.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: ORDER.unit },
        },
      },
      {
        test: {
          name: 'repo',
          include: ['tools/**/*.test.ts', 'tests/repo/**/*.test.ts'],
          execArgv: FOUND_ONCE,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: ORDER.unit },
        },
      },
      {
        test: {
          name: 'screens',
          include: ['tests/screens/**/*.test.ts'],
          // jsdom and the server are read once per worker, not once per file.
          isolate: false,
          // A test sets the zone of its process, which a thread does not have.
          pool: 'forks',
          execArgv: FOUND_ONCE,
          globalSetup: ['./tests/screens/support/client-bundle.ts'],
          // Dexie, which all pages of a process share, takes the key ranges from there.
          setupFiles: [NO_STRAY_CONSOLE, 'fake-indexeddb/auto'],
          env: { TEST_DATABASE: 'pglite' },
          // A machine that is busy enough makes any wait too long once; the gate names who needed a second try.
          retry: process.env.CI === 'true' ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: ORDER.unit },
        },
      },
      ...(postgresUrl ? [serverOnPostgres, writesOnPostgres, bucket] : []),
      { test: { ...WRITES, name: 'writes', env: { TEST_DATABASE: 'pglite' } } },
      {
        test: {
          ...LONG_TESTS,
          name: 'process',
          include: ['tests/server/process/**/*.test.ts'],
        },
      },
      {
        test: {
          ...LONG_TESTS,
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
        },
      },
      {
        test: {
          ...LONG_TESTS,
          name: 'reminders',
          include: ['tests/reminders/**/*.test.ts'],
          setupFiles: [NO_STRAY_CONSOLE],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // Files share a server, and those of a worker its browser: to start both costs as much as a short test.
          isolate: false,
          globalSetup: ['./tests/e2e/support/shared-server.ts'],
          setupFiles: ['./tests/e2e/support/fail-on-problems.ts'],
          // One per core of a small machine: with a third browser, apps missed limits of one and three seconds.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Stories race a browser that gets half a core (docs/decisions/042). Those about losing data have no second try.
          retry: process.env.CI === 'true' ? 1 : 0,
          sequence: { groupOrder: ORDER.e2e },
        },
      },
    ],
  },
})
