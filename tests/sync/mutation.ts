import type { DrainLock, SyncAnswer, SyncStore, Transport } from '#src/sync/ports.ts'

/** What an engine is built on; a mutation breaks one rule of it. */
export interface EngineParts {
  store: SyncStore
  transport: Transport
  lock: DrainLock
}

/** Changes the parts of every engine of a trace. */
export type Mutation = (parts: EngineParts) => EngineParts

export const none: Mutation = (parts) => parts

/** Looks at each answer on its way into the engine. */
export const withAnswers =
  (change: (answer: SyncAnswer) => SyncAnswer): Mutation =>
  (parts) => ({
    ...parts,
    transport: {
      send: async (request) => {
        const answer = await parts.transport.send(request)
        return answer && change(answer)
      },
    },
  })
