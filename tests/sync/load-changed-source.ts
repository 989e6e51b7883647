/**
 * Loaded before everything else in a worker: makes a file of the repository read as if written differently. Every
 * module of the repository is there once for each change (changed-modules.ts); those of packages are there once.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { asItIs, changeNumber, changeOf } from './changed-modules.ts'
import { changed, type SourceChange } from './source-change.ts'

const changes = JSON.parse(process.env.SOURCE_CHANGES ?? '[]') as SourceChange[]
const root = new URL('../../', pathToFileURL(import.meta.filename)).href
/** There once, with all it reads: it starts PGlite, which takes longer than to play a seed. */
const DATABASE = `${root}server/testing/database.ts`
const isOurs = (url: string) => url.startsWith(root) && !url.includes('/node_modules/') && url !== DATABASE

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    const number = changeOf(context.parentURL)
    if (number === null || !isOurs(resolved.url) || changeOf(resolved.url) !== null) return resolved
    return { ...resolved, url: `${resolved.url}${changeNumber(number)}` }
  },
  load(address, context, nextLoad) {
    const loaded = nextLoad(address, context)
    const change = changes[changeOf(address) ?? -1]
    if (!change || asItIs(address) !== `${root}${change.file}`) return loaded
    return { ...loaded, source: changed(String(loaded.source), change) }
  },
})
