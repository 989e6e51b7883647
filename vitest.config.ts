import { defineConfig } from 'vitest/config'

/** Order of the groups: quick ones first; groups of one order share the machine's cores. */
const ORDER = { unit: 0, postgres: 1, processes: 2, sync: 3, e2e: 4 }

const NO_STRAY_CONSOLE = './tests/support/no-stray-console.ts'

const SERVER_TESTS = ['server/**/*.test.ts']

/** A PostgreSQL to test against exists only where `tools/test.ts` has started one and left its address here. */
const postgresUrl = process.env.TEST_POSTGRES_URL

const serverOnPostgres = {
  test: {
    name: 'server-postgres',
    include: SERVER_TESTS,
    setupFiles: [NO_STRAY_CONSOLE],
    env: { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl ?? '' },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    sequence: { groupOrder: ORDER.postgres },
  },
}

/** Servers as processes of their own, killed and started again. One file at a time: they use all cores by themselves. */
const SERVER_PROCESSES = {
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: ORDER.processes },
}

const WRITES = { ...SERVER_PROCESSES, include: ['tests/server/writes/**/*.test.ts'] }

const writesOnPostgres = {
  test: {
    ...WRITES,
    name: 'writes-postgres',
    env: { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgresUrl ?? '' },
  },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'domain',
          include: ['domain/**/*.test.ts', 'tests/understanding/**/*.test.ts'],
          setupFiles: [NO_STRAY_CONSOLE],
          sequence: { groupOrder: ORDER.unit },
        },
      },
      {
        test: {
          name: 'client',
          include: ['src/**/*.test.{ts,tsx}'],
          // A fresh IndexedDB per test file, in memory; files that touch none pay a few milliseconds for it.
          setupFiles: [NO_STRAY_CONSOLE, 'fake-indexeddb/auto'],
          sequence: { groupOrder: ORDER.unit },
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER_TESTS,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: ORDER.unit },
        },
      },
      ...(postgresUrl ? [serverOnPostgres, writesOnPostgres] : []),
      { test: { ...WRITES, name: 'writes', env: { TEST_DATABASE: 'pglite' } } },
      {
        test: {
          ...SERVER_PROCESSES,
          name: 'process',
          include: ['tests/server/process/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: ORDER.sync },
        },
      },
      {
        test: {
          name: 'reminders',
          include: ['tests/reminders/**/*.test.ts'],
          setupFiles: [NO_STRAY_CONSOLE],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: ORDER.sync },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: ['./tests/e2e/support/fail-on-problems.ts'],
          // Three at a time: stories mostly wait for a minute or an answer; more would starve each other.
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: ORDER.e2e },
        },
      },
    ],
  },
})
