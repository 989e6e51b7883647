/** Starts the server. What it consists of is in serve.ts, which loads after the hook that finds its modules sooner. */
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { foundBefore, keepFound } from './platform/found-before.ts'
import { foundOnce } from './platform/found-once.ts'

// Without types and compiled, for the next start, with their places: half of its work. Where Node cannot write there, it goes without.
const { directory } = enableCompileCache(fileURLToPath(new URL('../.cache/compiled-modules', import.meta.url)))
const found = directory === undefined ? new Map() : foundBefore(directory)
const before = found.size
registerHooks({ resolve: foundOnce(found) })
await import('./serve.ts')
if (directory !== undefined && found.size > before) keepFound(directory, found)
