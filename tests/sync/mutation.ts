import { newId } from '#domain/lib/ids.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { DrainLock, SyncAnswer, SyncStore, Transport } from '#src/sync/ports.ts'
import type { Chance } from './prng.ts'

/** What an engine is built on; a mutation breaks one rule of it. */
export interface EngineParts {
  store: SyncStore
  transport: Transport
  lock: DrainLock
  db: DosewellDatabase
  user: string
  chance: Chance
}

/** Changes the parts of every engine of a trace. */
export type Mutation = (parts: EngineParts) => EngineParts

export const none: Mutation = (parts) => parts

const withStore =
  (change: (parts: EngineParts) => Partial<SyncStore>): Mutation =>
  (parts) => ({ ...parts, store: { ...parts.store, ...change(parts) } })

/** Changes each answer on its way into the engine. */
const withAnswers =
  (change: (answer: SyncAnswer, parts: EngineParts) => SyncAnswer): Mutation =>
  (parts) => ({
    ...parts,
    transport: {
      send: async (request) => {
        const answer = await parts.transport.send(request)
        return answer && change(answer, parts)
      },
    },
  })

/** One broken rule each: what an engine would do that someone forgot half a line in. The simulation must notice all of them. */
export const MUTATIONS: Record<string, Mutation> = {
  'S2.2 a retry goes out under another key': (parts) => ({
    ...parts,
    transport: {
      send: (request) => {
        const fresh = () => newId({ now: () => 0, randomBytes: parts.chance.bytes })
        return parts.transport.send(request.key === undefined ? request : { ...request, key: fresh() })
      },
    },
  }),
  'S2.4 an entry is forgotten before it is answered': withStore(({ store, db }) => ({
    nextEntries: async (limit) => {
      const entries = await store.nextEntries(limit)
      await db.outbox.bulkDelete(entries.map(({ position }) => position))
      return entries
    },
  })),
  'S2.4 a server error counts as done': withAnswers((answer) =>
    answer.status >= 500 ? { ...answer, status: 200 } : answer,
  ),
  'S3.2 an old list is taken over': withStore(({ store }) => ({
    replaceMedications: (list, from) =>
      store.replaceMedications(list, { ...from, seq: Number.MAX_SAFE_INTEGER }),
  })),
  'S3.3 a refused effect stays in the view': withStore(({ store, db }) => ({
    refuse: async (entry, refusal) => {
      const shown = await db.medications.toArray()
      await store.refuse(entry, refusal)
      await db.medications.bulkPut(shown)
    },
  })),
  'S3.4 what is missing in a list stays': withStore(({ store, db }) => ({
    replaceMedications: async (list, from) =>
      store.replaceMedications([...list, ...(await absent(db, list))], from),
  })),
  'S3.5 an ETag outlives what it stood for': withStore(({ store, db }) => ({
    replaceMedications: async (list, from) => {
      const before = await db.medicationBase.toArray()
      const taken = await store.replaceMedications(list, from)
      await db.medicationBase.bulkPut(before)
      return taken
    },
  })),
  'S4.3 the cursor runs ahead of the page': withStore(({ store }) => ({
    appendDoses: (events, cursor) => store.appendDoses(events, cursor + 1),
  })),
  'S6.1 Retry-After is not read': withAnswers((answer) => ({ ...answer, retryAfter: null })),
  'S6.1 any page with 200 is an answer': withAnswers((answer) => ({ ...answer, protocol: 1 })),
  'S6.1 a temporary error is a refusal': withAnswers((answer) =>
    answer.status === 503 ? { ...answer, status: 400 } : answer,
  ),
  'S6.2 a gate is a refusal': withAnswers((answer) =>
    answer.status === 401 || answer.status === 403 ? { ...answer, status: 400, body: null } : answer,
  ),
  'S6.3 a refused entry is dropped': withStore(({ store, db }) => ({
    refuse: async (entry, refusal) => {
      await store.refuse(entry, refusal)
      await db.outbox.delete(entry.position)
    },
  })),
  'S6.4 nothing waits for what was refused': withStore(({ store, db }) => ({
    nextEntries: async (limit) => {
      const entries = await store.nextEntries(limit)
      if (entries.length > 0) return entries
      const refused = await db.outbox.where('state').equals('attention').toArray()
      await db.outbox.where('state').equals('attention').modify({ state: 'waiting' })
      const all = await store.nextEntries(limit)
      await db.outbox.bulkPut(refused)
      return all.filter(({ key }) => !refused.some((row) => row.key === key))
    },
  })),
  'S6.6 an unreadable entry is dropped': withStore(({ store, db }) => ({
    refuse: async (entry, refusal) => {
      if (entry.command) await store.refuse(entry, refusal)
      else await db.outbox.delete(entry.position)
    },
  })),
  'S7.1 two drain at a time': (parts) => ({
    ...parts,
    lock: {
      run: async (work) => {
        await work()
        return true
      },
    },
  }),
  'S8.2 an answer about another user is taken': withAnswers((answer, { user }) => ({ ...answer, user })),
}

/** Medications of the base that the list does not have. */
async function absent(db: DosewellDatabase, list: { id: string }[]) {
  const listed = new Set(list.map(({ id }) => id))
  return (await db.medicationBase.toArray()).filter(({ id }) => !listed.has(id))
}
