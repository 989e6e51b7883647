import * as z from 'zod/mini'

/** What the worker tells pages through `postMessage`. */
const workerMessageSchema = z.discriminatedUnion('kind', [
  /** A push arrived: a page that is being looked at announces what is due itself, before the worker does. */
  z.object({ kind: z.literal('check-reminders') }),
  /** A notification was clicked: show this address (path and query, same origin). */
  z.object({ kind: z.literal('open'), path: z.string().check(z.startsWith('/'), z.maxLength(300)) }),
])
export type WorkerMessage = z.infer<typeof workerMessageSchema>

/** Reads a message from the worker; null when it is none of these. */
export function readWorkerMessage(data: unknown): WorkerMessage | null {
  const parsed = workerMessageSchema.safeParse(data)
  return parsed.success ? parsed.data : null
}

/** The page's one message to the worker: take over from the version that runs. */
export const SKIP_WAITING = { type: 'SKIP_WAITING' } as const
