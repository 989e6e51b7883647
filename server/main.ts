/** Starts the server. What it consists of is in serve.ts, which loads after the hook that finds its modules sooner. */
import './platform/found-modules.ts'

await import('./serve.ts')
