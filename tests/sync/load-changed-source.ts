/** Loaded before everything else in a worker: makes one file of the repository read as if written differently. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { changed, type SourceChange } from './source-change.ts'

const change = JSON.parse(process.env.SOURCE_CHANGE ?? '') as SourceChange
const url = new URL(`../../${change.file}`, pathToFileURL(import.meta.filename)).href

registerHooks({
  load(address, context, nextLoad) {
    const loaded = nextLoad(address, context)
    if (address !== url) return loaded
    return { ...loaded, source: changed(String(loaded.source), change) }
  },
})
