import { findPostgres } from '#tests/support/postgres.ts'

export const PROJECTS = [
  'domain',
  'client',
  'server',
  'screens',
  'repo',
  'server-pglite',
  'process',
  'writes',
  'writes-postgres',
  'bucket',
  'sync',
  'reminders',
  'waiting',
  'e2e',
]
export const IN_A_BROWSER = ['waiting', 'e2e']
/** These use the built client: the tests in a browser, and the test of its size. */
export const ON_BUILT_CLIENT = [...IN_A_BROWSER, 'repo']
/** These start servers as processes, most of them on a database that has been through its first start. */
export const STARTING_SERVERS = [...IN_A_BROWSER, 'server', 'process', 'writes']
/** `server-pglite` repeats on PGlite what has run on PostgreSQL in `server`. */
export const NEEDING_POSTGRES = ['server-pglite', 'writes-postgres', 'bucket']
/** These run on PostgreSQL where there is one, and otherwise on PGlite. */
export const RATHER_ON_POSTGRES = ['server', 'screens']
export const ON_SWIFT = ['bucket']

/** Whether one of them runs on PostgreSQL here. */
export function usesPostgres(names: string[]): boolean {
  const needsIt = names.length > withoutPostgres(names).length
  return needsIt || (names.some((name) => RATHER_ON_POSTGRES.includes(name)) && findPostgres() !== undefined)
}

export function withoutBrowser(names: string[]): string[] {
  return names.filter((name) => !IN_A_BROWSER.includes(name))
}

export function withoutPostgres(names: string[]): string[] {
  return names.filter((name) => !NEEDING_POSTGRES.includes(name))
}
