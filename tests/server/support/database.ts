import { freshPostgresUrl } from '#server/testing/database.ts'

/** Which database the servers of this run write to; set by the vitest project. */
export const DATABASE = process.env.TEST_DATABASE === 'postgres' ? 'PostgreSQL' : 'PGlite'

export interface ServerDatabase {
  /** What the server's environment needs. Empty for PGlite, whose data is in the server's own directory. */
  environment: Record<string, string>
  drop(): Promise<void>
}

/** Creates an empty database for servers that run as separate processes. Drop it when they have gone. */
export async function serverDatabase(): Promise<ServerDatabase> {
  if (DATABASE === 'PGlite') return { environment: {}, drop: async () => {} }
  const beside = process.env.TEST_POSTGRES_URL
  if (!beside) throw new Error('TEST_POSTGRES_URL must name the PostgreSQL to test on')
  const { url, drop } = await freshPostgresUrl(beside)
  return { environment: { DATABASE_URL: url }, drop }
}
