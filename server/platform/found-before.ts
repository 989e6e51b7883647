import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type ResolveFnOutput, registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Found, foundOnce } from './found-once.ts'

/** Written by npm whenever it changes what is installed. */
const INSTALLED = fileURLToPath(new URL('../../node_modules/.package-lock.json', import.meta.url))
const FILE = 'found-modules.json'

interface Kept {
  /** Which packages they are the modules of, and for which Node. */
  installed: string
  found: [key: string, place: ResolveFnOutput][]
}

/**
 * From now on finds modules sooner, with what an earlier start has noted in that folder, if there is one. Returns a
 * function that notes what was found since.
 */
export function findSooner(folder: string | undefined): () => void {
  const found = folder === undefined ? new Map() : foundBefore(folder)
  const before = found.size
  registerHooks({ resolve: foundOnce(found) })
  return () => {
    if (folder !== undefined && found.size > before) keepFound(folder, found)
  }
}

/** Returns what names these packages and this Node, or null if npm has not installed them. */
function installed(): string | null {
  if (!existsSync(INSTALLED)) return null
  return `${process.version} ${INSTALLED} ${createHash('sha256').update(readFileSync(INSTALLED)).digest('hex')}`
}

/** Returns the modules of packages that an earlier start found, if it noted them in that folder and they still stand. */
export function foundBefore(folder: string): Found {
  try {
    const kept: Kept = JSON.parse(readFileSync(path.join(folder, FILE), 'utf8'))
    return new Map(kept.installed === installed() ? kept.found : [])
  } catch {
    return new Map()
  }
}

/** Notes them for the next start. Where nothing can be written, it goes without. */
export function keepFound(folder: string, found: Found): void {
  const now = installed()
  if (now === null) return
  const file = path.join(folder, FILE)
  const own = `${file}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(own, JSON.stringify({ installed: now, found: [...found] } satisfies Kept))
    renameSync(own, file)
  } catch {
    // As with what is compiled.
  }
}
