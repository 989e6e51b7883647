import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LONG } from './tests/support/long.ts'
import { SHORT_LIVED } from './tests/support/short-lived.ts'
import WaitingFirst from './tools/test/waiting-first.ts'

/** Projects of one order share the machine's cores. */
const ORDER = { most: 0, browsers: 1 }

/**
 * Most of a worker's time in these is spent on waiting for Chromium's own minutes: for throttled timers, and for a push
 * that is due. They run beside what needs the processor.
 */
const WAITING_IN_A_BROWSER = ['tests/e2e/hidden-tab.test.ts', 'tests/e2e/web-push.test.ts']

/**
 * How long a test may take (ms). The limit ends what hangs, and says nothing about speed: beside the browsers, on a
 * machine that others slow down, a test of two seconds took a minute.
 */
const LIMIT = 240_000

const NO_STRAY_CONSOLE = './tests/support/no-stray-console.ts'

/**
 * Halves what reading the server's modules costs each worker (docs/decisions/068), and spares it the optimising of
 * PGlite's WebAssembly, which costs more than it saves in the time of a worker.
 */
const WORKER_ARGUMENTS = [
  '--import',
  fileURLToPath(new URL('./server/platform/found-modules.ts', import.meta.url)),
  ...SHORT_LIVED,
]

/**
 * A PostgreSQL to test against exists only where `tools/test.ts` has started one and left its address here. Tests in the
 * server's process then run on it: it answers in half of the time that PGlite takes, in a process of its own.
 */
const postgresUrl = process.env.TEST_POSTGRES_URL

const ON_PGLITE = { TEST_DATABASE: 'pglite' }
const ON_POSTGRES = { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl ?? '' }
const ON_WHAT_THERE_IS = postgresUrl ? ON_POSTGRES : ON_PGLITE

const SERVER_TESTS = ['server/**/*.test.ts']
/**
 * Those whose subject differs by database (locks, claims, notifications, constraints, types of columns …) say so in
 * their first line and run on PGlite too; in the long run all do that stand on a database (decision 062).
 */
const ON_BOTH = globSync(SERVER_TESTS).filter((file) => {
  const test = readFileSync(file, 'utf8')
  const isOfPglite =
    /freshPglite|pgliteWithSmallDump/.test(test) && !/freshDatabase|freshPostgresUrl|testApp/.test(test)
  return LONG ? /\/testing\//.test(test) && !isOfPglite : test.startsWith('// On both databases: ')
})

const SERVER = {
  // A quarter of the time went into reading the same modules for every file.
  isolate: false,
  execArgv: WORKER_ARGUMENTS,
  setupFiles: [NO_STRAY_CONSOLE],
  testTimeout: LIMIT,
  hookTimeout: LIMIT,
  sequence: { groupOrder: ORDER.most },
}

const serverOnPglite = { test: { ...SERVER, name: 'server-pglite', include: ON_BOTH, env: ON_PGLITE } }

/** Long tests: servers as processes of their own, killed and started again, and simulations beside them. */
const LONG_TESTS = {
  execArgv: WORKER_ARGUMENTS,
  testTimeout: 2 * LIMIT,
  hookTimeout: 2 * LIMIT,
  sequence: { groupOrder: ORDER.most },
}

const WRITES = { ...LONG_TESTS, include: ['tests/server/writes/**/*.test.ts'] }

const writesOnPostgres = {
  test: {
    ...WRITES,
    include: [...WRITES.include, 'tests/server/postgres/**/*.test.ts'],
    name: 'writes-postgres',
    env: ON_POSTGRES,
  },
}

/** Pictures with a service of S3's protocol, for several servers on one PostgreSQL. */
const bucket = {
  test: {
    ...LONG_TESTS,
    name: 'bucket',
    include: ['tests/bucket/**/*.test.ts'],
    env: ON_POSTGRES,
  },
}

const BROWSER = {
  // Files share a server, and those of a worker its browser: to start both costs as much as a short test.
  isolate: false,
  globalSetup: ['./tests/e2e/support/shared-server.ts'],
  setupFiles: ['./tests/e2e/support/fail-on-problems.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Stories race a browser that gets half a core (docs/decisions/042). Those about losing data have no second try.
  retry: process.env.CI === 'true' ? 1 : 0,
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // One more than there are cores: tests wait for databases, for processes and for time. Vitest leaves one core idle.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    projects: [
      {
        test: {
          name: 'domain',
          isolate: false,
          include: ['domain/**/*.test.ts', 'packages/**/*.test.ts', 'tests/understanding/**/*.test.ts'],
          setupFiles: [NO_STRAY_CONSOLE],
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          sequence: { groupOrder: ORDER.most },
        },
      },
      {
        test: {
          name: 'client',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [NO_STRAY_CONSOLE, './tests/support/fresh-device.ts'],
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          sequence: { groupOrder: ORDER.most },
        },
      },
      { test: { ...SERVER, name: 'server', include: SERVER_TESTS, env: ON_WHAT_THERE_IS } },
      {
        test: {
          name: 'repo',
          include: ['tools/**/*.test.ts', 'tests/repo/**/*.test.ts'],
          execArgv: WORKER_ARGUMENTS,
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          sequence: { groupOrder: ORDER.most },
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
          execArgv: WORKER_ARGUMENTS,
          globalSetup: ['./tests/screens/support/client-bundle.ts'],
          // Dexie, which all pages of a process share, takes the key ranges from there.
          setupFiles: [NO_STRAY_CONSOLE, 'fake-indexeddb/auto'],
          env: ON_WHAT_THERE_IS,
          // A machine that is busy enough makes any wait too long once; the gate names who needed a second try.
          retry: process.env.CI === 'true' ? 1 : 0,
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          sequence: { groupOrder: ORDER.most },
        },
      },
      ...(postgresUrl ? [serverOnPglite, writesOnPostgres, bucket] : []),
      { test: { ...WRITES, name: 'writes', env: ON_PGLITE } },
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
          // The server and PGlite are read, compiled and warmed up once per worker, not once per file.
          isolate: false,
          include: ['tests/sync/**/*.test.ts'],
        },
      },
      {
        test: {
          ...LONG_TESTS,
          name: 'reminders',
          isolate: false,
          include: ['tests/reminders/**/*.test.ts'],
          setupFiles: [NO_STRAY_CONSOLE],
        },
      },
      { test: { ...BROWSER, name: 'waiting', include: WAITING_IN_A_BROWSER, sequence: { groupOrder: ORDER.most } } },
      {
        test: {
          ...BROWSER,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: WAITING_IN_A_BROWSER,
          // One per core of a small machine: with a third browser, apps missed limits of one and three seconds.
          maxWorkers: 2,
          sequence: { groupOrder: ORDER.browsers },
        },
      },
    ],
  },
})
