import { config } from 'zod/v4/mini'

// Where it can, zod compiles object schemas with new Function, which the Content-Security-Policy forbids; even the
// attempt is reported as a violation. The build puts this module in the place of zod/mini (vite.config.ts), so that it
// runs before any schema, in whatever late part that is; the worker’s handlers import it first.
config({ jitless: true })

export * from 'zod/v4/mini'
