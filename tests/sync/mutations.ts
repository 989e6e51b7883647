import { type AppointmentId, type MedicationId, newId } from '#domain/lib/ids.ts'
import { readErrorBody } from '#domain/protocol/errors.ts'
import type { ListName, ListRecords } from '#domain/protocol/lists.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { recordOf } from '#src/data/outbox-entry.ts'
import { storedList } from '#src/data/record-view.ts'
import { changeSyncState } from '#src/data/sync-state.ts'
import { transferLocalData } from '#src/data/transfer.ts'
import type { DrainLock, Replayed, Settled, SyncAnswer, SyncRequest, SyncStore } from '#src/sync/ports.ts'
import { BROKEN_RESTORED_SERVERS, BROKEN_SERVERS } from './broken-servers.ts'
import { BROKEN_SHARING } from './broken-sharing.ts'
import { BROKEN_WRITES } from './broken-writes.ts'
import type { EngineParts, Mutation } from './mutation.ts'

const withStore = (change: (parts: EngineParts) => Partial<SyncStore>): Mutation => ({
  engine: (parts) => ({ ...parts, store: { ...parts.store, ...change(parts) } }),
})

/** Changes each answer on its way into the engine. */
const withAnswers = (change: (answer: SyncAnswer, parts: EngineParts) => SyncAnswer): Mutation => ({
  engine: (parts) => ({
    ...parts,
    transport: {
      send: async (request) => {
        const answer = await parts.transport.send(request)
        return answer && change(answer, parts)
      },
    },
  }),
})

/** Changes each request on its way out of the engine. */
const withRequests = (
  change: (request: SyncRequest, parts: EngineParts) => SyncRequest | Promise<SyncRequest>,
): Mutation => ({
  engine: (parts) => ({
    ...parts,
    transport: { send: async (request) => parts.transport.send(await change(request, parts)) },
  }),
})

const withLock = (change: (parts: EngineParts) => DrainLock['run']): Mutation => ({
  engine: (parts) => ({ ...parts, lock: { run: change(parts) } }),
})

/** A new epoch that forgets some of what it has to replay. */
export const withoutReplay = (kind: 'deletion' | 'record' | 'command' | 'dose'): Mutation =>
  withStore(({ store, db }) => ({
    startEpoch: async (begun) => {
      await store.startEpoch(begun)
      await db.giveBack.filter(({ what }) => what.kind === kind).delete()
    },
  }))

interface BatchOnWire {
  calls: { originalSeq?: number }[]
}

const asIfNew = (request: SyncRequest): SyncRequest => {
  if (request.path !== '/api/batch') return request
  const { calls } = request.body as BatchOnWire
  const raised = calls.map((call) =>
    call.originalSeq === undefined ? call : { ...call, originalSeq: Number.MAX_SAFE_INTEGER },
  )
  return { ...request, body: { calls: raised } }
}

/**
 * One broken rule each: what a device or a server would do that someone forgot half a line in. The simulation must
 * notice all of them. Rules that it cannot observe are in noticed-elsewhere.ts.
 */
export const MUTATIONS: Record<string, Mutation> = {
  ...BROKEN_WRITES,
  ...BROKEN_SERVERS,
  'S2.1 the last write goes first': withStore(({ store }) => ({
    nextEntries: async (limit) => (await store.nextEntries(limit)).reverse(),
  })),
  'S2.2 a retry goes out under another key': withRequests((request, { chance }) => {
    const fresh = () => newId({ now: () => 0, randomBytes: chance.bytes })
    return request.key === undefined ? request : { ...request, key: fresh() }
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
  'S2.5 answers of a batch are taken for each other': withAnswers((answer) => {
    const { results } = (answer.body ?? {}) as { results?: unknown[] }
    return results ? { ...answer, body: { results: [...results].reverse() } } : answer
  }),
  'S3.1 what was acknowledged is missing in the base': withStore(({ store, db }) => ({
    settle: async (settled) => {
      await store.settle(settled)
      const taken = settled.filter(({ kind }) => kind === 'taken')
      const ids = taken.flatMap(({ entry }) => (entry.command ? recordOf(entry.command).recordId : []))
      await db.medicationBase.bulkDelete(ids as MedicationId[])
      await db.appointmentBase.bulkDelete(ids as AppointmentId[])
    },
  })),
  'S3.2 an old list is taken over': withStore(({ store }) => ({
    replaceList: (list, records, from) => store.replaceList(list, records, { ...from, seq: Number.MAX_SAFE_INTEGER }),
  })),
  'S3.3 a refused effect stays in the view': withStore(({ store, db }) => ({
    settle: async (settled) => {
      const shown = await db.medications.toArray()
      await store.settle(settled)
      const refused = new Set(refusedOf(settled).map(({ recordId }) => recordId))
      await db.medications.bulkPut(shown.filter(({ id }) => refused.has(id)))
    },
  })),
  'S3.4 what is missing in a list stays': withStore(({ store, db }) => ({
    replaceList: async (list, records, from) =>
      store.replaceList(list, [...records, ...(await absent(db, list, records))], from),
  })),
  'S3.5 an ETag outlives what it stood for': withStore(({ store, db }) => ({
    replaceList: async (list, records, from) => {
      const { base } = storedList(db, list)
      const before = await base.toArray()
      const taken = await store.replaceList(list, records, from)
      await base.bulkPut(before)
      return taken
    },
  })),
  'S4.2 a page of the log replaces what was there': withStore(({ store, db }) => ({
    appendDoses: async (events, cursor) => {
      await db.doseEvents.where('seq').above(0).delete()
      await store.appendDoses(events, cursor)
    },
  })),
  'S4.3 the cursor runs ahead of the page': withStore(({ store }) => ({
    appendDoses: (events, cursor) => store.appendDoses(events, cursor + 1),
  })),
  'S4.6 carried rows are taken beyond a gap': withStore(({ store }) => ({
    takeCarried: async ({ log, doses }) => {
      if (log) await store.appendDoses(log.events, doses)
      return true
    },
  })),
  'S4.7 any dose of its own moves the cursor': withStore(({ store }) => ({
    settle: async (settled) => {
      await store.settle(settled)
      const seqs = settled.map((one) => (one.kind === 'taken' ? one.seq : 0))
      const { dosesCursor } = await store.readState()
      await store.appendDoses([], Math.max(dosesCursor, ...seqs))
    },
  })),
  'S5.1 an edit carries more than was changed': withRequests((request) =>
    request.method === 'PATCH'
      ? { ...request, body: { instructions: 'As before', ...(request.body as object) } }
      : request,
  ),
  'S5.2 a plan goes out in pieces': withRequests(({ body, ...request }) => {
    const { reminderTimes: _left, ...others } = (body ?? {}) as Record<string, unknown>
    return request.method === 'PATCH' ? { ...request, body: others } : { ...request, body }
  }),
  'S6.1 Retry-After is not read': withAnswers((answer) => ({ ...answer, retryAfter: null })),
  'S6.1 any page with 200 is an answer': withAnswers((answer) => ({ ...answer, protocol: 1 })),
  'S6.1 a temporary error is a refusal': withAnswers((answer) =>
    answer.status === 503 ? { ...answer, status: 400 } : answer,
  ),
  'S6.2 a gate is a refusal': withAnswers((answer) =>
    answer.status === 401 || answer.status === 403 ? { ...answer, status: 400, body: null } : answer,
  ),
  'S6.3 a refused entry is dropped': withStore(({ store, db }) => ({
    settle: async (settled) => {
      await store.settle(settled)
      await db.outbox.bulkDelete(refusedOf(settled).map(({ position }) => position))
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
  'S6.5 a deletion that finds nothing is refused': withAnswers((answer) =>
    answer.status === 404 || answer.status === 410 ? { ...answer, status: 400 } : answer,
  ),
  'S6.6 an unreadable entry is dropped': withStore(({ store, db }) => ({
    settle: async (settled) => {
      await store.settle(settled)
      const unreadable = refusedOf(settled).filter(({ command }) => command === null)
      await db.outbox.bulkDelete(unreadable.map(({ position }) => position))
    },
  })),
  'S7.1 two drain at a time': withLock(() => async (work) => {
    await work()
    return true
  }),
  'S7.2 the lock is kept after a pass': withLock(
    ({ lock }) =>
      (work) =>
        new Promise((resolve, reject) => {
          const workAndStay = async () => {
            await work()
            resolve(true)
            await new Promise(() => {})
          }
          lock.run(workAndStay).then((wasFree) => wasFree || resolve(false), reject)
        }),
  ),
  'S8.2 an answer about another user is taken': withAnswers((answer, { user }) => ({ ...answer, user })),
  'S8.3 what is signed out goes on': { engine: (parts) => ({ ...parts, mayGoOn: async () => true }) },
  'S9.1 what a change notification tells of is taken for what is here': {
    notification: (told, { db, track }) => {
      const take = () => changeSyncState(db, { dosesCursor: told.doses })
      track(db.transaction('rw', [db.state], take))
      return told
    },
  },
  'S9.2 a heartbeat says nothing of the log': { notification: (told) => ({ ...told, doses: 0 }) },
  'S9.3 a change notification does not end a pause': {
    notification: (told, { hasFailed }) => (hasFailed ? null : told),
  },
  'S10.1 a client that is too old gives its writes up': withAnswers((answer) =>
    answer.status === 426 ? { ...answer, status: 400 } : answer,
  ),
}

/** The same for the rules of a restore; traces without one cannot notice them. */
export const RESTORE_MUTATIONS: Record<string, Mutation> = {
  ...BROKEN_RESTORED_SERVERS,
  'S11.1 what was acknowledged is not remembered': withStore(({ store, db }) => ({
    settle: async (settled) => {
      await store.settle(settled)
      await db.acknowledged.clear()
    },
  })),
  'S11.2 requests name no epoch': withRequests((request) => ({ ...request, epoch: null })),
  'S11.4 a new epoch takes the log away': withStore(({ store, db }) => ({
    startEpoch: async (begun) => {
      await store.startEpoch(begun)
      await db.doseEvents.where('seq').above(0).delete()
    },
  })),
  'S11.5 the outbox goes before what is to be replayed': withStore(() => ({
    hasToReplay: async () => false,
  })),
  'S11.5 own commands are not replayed': withoutReplay('command'),
  'S11.6 what is replayed counts as new': withRequests(asIfNew),
  'S11.11 what is brought over leaves the log behind': {
    transferLocalData: async (from, db, ...more) => {
      await transferLocalData(from, db, ...more)
      await db.giveBack.filter(({ what }) => what.kind === 'dose').delete()
    },
  },
  'S11.9 what is refused is dropped': withStore(({ store }) => ({
    settleReplay: (settled) =>
      store.settleReplay(settled.map((one): Replayed => (one.kind === 'refused' ? { ...one, kind: 'gone' } : one))),
  })),
}

/** The same for the rules about people; only traces with somebody who is shared can notice. */
export const PEOPLE_MUTATIONS: Record<string, Mutation> = {
  ...BROKEN_SHARING,
  'S14.5 a device keeps somebody who is gone': withAnswers((answer) =>
    readErrorBody(answer.body)?.code === 'person_gone' ? { ...answer, status: 503 } : answer,
  ),
}

/** The refused entries among them, each with the id of the record it is about. */
const refusedOf = (settled: readonly Settled[]) =>
  settled.flatMap(({ kind, entry }) =>
    kind === 'refused' ? [{ ...entry, recordId: entry.command ? recordOf(entry.command).recordId : '' }] : [],
  )

/** Records of the base that the list does not have. */
async function absent<L extends ListName>(
  db: DosewellDatabase,
  list: L,
  records: readonly { id: string }[],
): Promise<ListRecords[L][]> {
  const listed = new Set(records.map(({ id }) => id))
  return (await storedList(db, list).base.toArray()).filter(({ id }) => !listed.has(id))
}
