/** Starts the server. What it consists of is in serve.ts, which loads after the hook that finds its modules sooner. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Without types and compiled, for the next start, with their places: half of its work. Where Node cannot write there, it
// goes without. What is read before this has its types taken out at every start.
const { directory } = enableCompileCache(fileURLToPath(new URL('../.cache/compiled-modules', import.meta.url)))
const { findSooner } = await import('./platform/found-before.ts')
const keep = findSooner(directory)
await import('./serve.ts')
keep()
