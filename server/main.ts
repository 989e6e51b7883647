/** Starts the server. What it consists of is in serve.ts, which loads after the hook that finds its modules sooner. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './platform/found-modules.ts'

// Without types and compiled, for the next start: a quarter of its work. Where Node cannot write there, it goes without.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled-modules', import.meta.url)))
await import('./serve.ts')
