import * as z from 'zod/mini'

// zod compiles object schemas with new Function where it may; the Content-Security-Policy forbids that, and even the
// attempt is reported as a violation. Imported first by page and worker.
z.config({ jitless: true })
