import * as z from 'zod/mini'

// Where it can, zod compiles object schemas with new Function, which the Content-Security-Policy forbids; even the
// attempt is reported as a violation. Page and worker import this first.
z.config({ jitless: true })
