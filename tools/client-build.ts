import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ended, REPOSITORY, start } from './run.ts'

/** The sources of the built client. */
const SOURCES = [
  'src/**',
  'domain/**',
  'packages/**',
  'public/**',
  'locales/**',
  'app.html',
  'tools/prerender.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

const BUILT = path.join(REPOSITORY, 'dist/client/app.html')

/**
 * Written after a complete build, outside of what is served; holds the time the build began. A build cut off halfway
 * (with pages but no service worker yet) leaves none, and an edit during a build counts as newer.
 */
const STAMP = path.join(REPOSITORY, 'dist/client.stamp')

/**
 * Builds the client into dist/client, for production even where a test runner sets NODE_ENV otherwise.
 * @param follow how to wait for the build process (a caller that passes signals on does it its own way).
 * @returns whether it succeeded; the reasons are printed on the terminal.
 */
export async function buildClient(follow: typeof ended = ended): Promise<boolean> {
  const begun = new Date()
  rmSync(STAMP, { force: true })
  const { code } = await follow(start('vite', ['build'], { NODE_ENV: 'production' }))
  if (code !== 0 || !existsSync(BUILT)) return false
  mkdirSync(path.dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, begun.toISOString())
  return true
}

/** Returns whether dist/client is missing, unfinished, or older than any of its sources. */
export function clientIsStale(): boolean {
  if (!existsSync(STAMP) || !existsSync(BUILT)) return true
  const builtFrom = Date.parse(readFileSync(STAMP, 'utf8'))
  return globSync(SOURCES, { cwd: REPOSITORY }).some(
    (file) => statSync(path.join(REPOSITORY, file)).mtimeMs > builtFrom,
  )
}
