/**
 * `npm run size`: the JavaScript of each kind of start, compressed as the server sends it.
 *
 *   landing     `/` for a visitor: the scripts of index.html
 *   visitor     a page of the app for a visitor: the scripts of visitor.html
 *   signed in   the scripts of app.html and of the signed-in part with its home page
 *
 * Each script counts once, with all its static imports. Scripts that wait for a click, a key or an idle page do not
 * count, nor those that the running screens fetch: sync, and what is below today's doses.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { REPOSITORY } from './run.ts'

/** Where the built client is. */
export const BUILT = path.join(REPOSITORY, 'dist/client')

const APP = ['app.html', 'src/main.tsx']
const SIGNED_IN = 'src/app/SignedIn.tsx'

interface ManifestChunk {
  file: string
  imports?: string[]
}

export interface Start {
  name: string
  /** The limit of its weight, in kilobytes (1000 bytes) of brotli. */
  limit: number
  /** Each script with its bytes, the heaviest first. */
  files: { file: string; bytes: number }[]
  kilobytes: number
}

/** Returns the weight of each start of the latest client build. Throws a readable message when there is none. */
export function startsOf(built: string = BUILT): Start[] {
  const listed = path.join(built, '.vite/manifest.json')
  if (!existsSync(listed)) throw new Error('There is no built client to weigh: run npm run build first.')
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(listed, 'utf8'))
  const app = withImports(manifest, APP)
  const start = (name: string, limit: number, files: Set<string>): Start => {
    const weighed = [...files].map((file) => ({ file, bytes: weigh(path.join(built, file)) }))
    weighed.sort((one, other) => other.bytes - one.bytes)
    return {
      name,
      limit,
      files: weighed,
      kilobytes: weighed.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    }
  }
  return [
    start('landing', 60, scriptsOf(path.join(built, 'index.html'))),
    start('visitor', 150, new Set(['before-paint.js', ...app])),
    start('signed in', 150, new Set(['before-paint.js', ...app, ...withImports(manifest, [SIGNED_IN])])),
  ]
}

function scriptsOf(document: string): Set<string> {
  const scripts = readFileSync(document, 'utf8').matchAll(
    /<(?:script|link rel="modulepreload")[^>]*?(?:src|href)="\/([^"]+)"/g,
  )
  return new Set([...scripts].map(([, file]) => file ?? ''))
}

/** Returns the files of these modules' chunks and of all their static imports. */
function withImports(manifest: Record<string, ManifestChunk>, names: string[]): Set<string> {
  const seen = new Set(names)
  const files = new Set<string>()
  for (const name of seen) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk of ${name}.`)
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) seen.add(imported)
  }
  return files
}

const weigh = (file: string): number => brotliCompressSync(readFileSync(file)).length

if (import.meta.main) {
  for (const { name, limit, files, kilobytes } of startsOf()) {
    console.log(`${name}: ${kilobytes.toFixed(1)} kB of at most ${limit}`)
    for (const { file, bytes } of files) console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)}  ${file}`)
    if (kilobytes > limit) process.exitCode = 1
  }
}
