import * as z from 'zod/mini'

/** Messages from the worker to pages through `postMessage`. */
const workerMessageSchema = z.discriminatedUnion('kind', [
  /** A push arrived: a visible page announces what is due itself, before the worker does. */
  z.object({ kind: z.literal('check-reminders') }),
  /** A notification was clicked: show this address (path and query, same origin). */
  z.object({ kind: z.literal('open'), path: z.string().check(z.startsWith('/'), z.maxLength(300)) }),
])
export type WorkerMessage = z.infer<typeof workerMessageSchema>

/** Reads a message from the worker; null if it is none of these. */
export function readWorkerMessage(data: unknown): WorkerMessage | null {
  const parsed = workerMessageSchema.safeParse(data)
  return parsed.success ? parsed.data : null
}

/** The page's only message to the worker: replace the running version. */
export const SKIP_WAITING = { type: 'SKIP_WAITING' } as const
