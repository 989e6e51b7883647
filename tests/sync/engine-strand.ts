import { isDeepStrictEqual } from 'node:util'
import { callOf } from '#domain/commands/call.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { createdBy, referencesOf } from '#domain/commands/references.ts'
import type { IdSource } from '#domain/lib/ids.ts'
import { BATCH_LIMIT } from '#domain/protocol/batch.ts'
import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { storedList, writeTables } from '#src/data/record-view.ts'
import { createSyncStore } from '#src/data/sync-store.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import type { Whose } from '#src/platform/whose.ts'
import type { SyncPorts } from '#src/sync/engine.ts'
import type { DrainLock, Settled, SyncClock, SyncStore } from '#src/sync/ports.ts'
import type { Diary } from './diary.ts'
import { isReplay } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Mutation } from './mutation.ts'
import { type Arrival, responseOf } from './network.ts'
import type { Chance } from './prng.ts'
import type { WireRequest } from './server.ts'
import type { VirtualTime } from './virtual-time.ts'

/** One tab or worker of a browser. Once killed, none of it ever goes on. */
export interface Strand {
  name: string
  alive: boolean
  /** The instant before which it must not send again (Retry-After). */
  notBefore: number
  /** Whether it has changed data since the last check. */
  changed: boolean
  /** Whether its last pass got no answer. */
  hasFailed: boolean
}

export interface StrandPorts {
  strand: Strand
  db: DosewellDatabase
  whose: Whose
  clock: SyncClock & IdSource
  time: VirtualTime
  chance: Chance
  diary: Diary
  ledger: Ledger
  mutation: Mutation
  lock: DrainLock
  send(request: WireRequest, done: (arrival: Arrival) => void): void
  /** Called before each request is sent. */
  beforeRequest(request: WireRequest): void
  afterRequest(): void
  exercised(rule: string): void
  violate(problem: string): void
  mayGoOn(): boolean
}

/**
 * Returns the ports of one real engine: between any two of its steps other events may happen, and the strand may be
 * killed.
 */
export function enginePorts(ports: StrandPorts): SyncPorts {
  const { strand, db, clock, lock } = ports
  const { person: user, account } = ports.whose
  const store = watched(ports, stepped(ports, withNothingTakenAway(ports, createSyncStore(db, clock))))
  const transport = createHttpTransport(ports.whose, (path, init) => carry(ports, path, init))
  const mayGoOn = async () => strand.alive && ports.mayGoOn()
  const parts = { store, transport, lock, db, user, chance: ports.chance, mayGoOn }
  return {
    ...(ports.mutation.engine?.(parts) ?? parts),
    clock,
    user,
    withoutProfile: user !== account,
  }
}

/** Lets other events happen before the next step. */
function step({ strand, time, chance }: StrandPorts): Promise<void> {
  return time.pause<void>((resume) => {
    time.in(chance.between(0, 4), () => {
      if (strand.alive) resume()
    })
  })
}

function stepped(ports: StrandPorts, store: SyncStore): SyncStore {
  const after = <A extends unknown[], R>(work: (...words: A) => Promise<R>) => {
    return async (...words: A): Promise<R> => {
      await step(ports)
      return work(...words)
    }
  }
  return {
    nextEntries: after(store.nextEntries),
    settle: after(store.settle),
    readState: store.readState,
    async replaceList(list, records, from) {
      // Another draw would change the course of every seed that once failed.
      if (list === 'medications') await step(ports)
      return store.replaceList(list, records, from)
    },
    replaceProfile: after(store.replaceProfile),
    appendDoses: after(store.appendDoses),
    replaceDoses: after(store.replaceDoses),
    appendSupplies: store.appendSupplies,
    takeCarried: after(store.takeCarried),
    rememberEpoch: after(store.rememberEpoch),
    startEpoch: after(store.startEpoch),
    hasToReplay: store.hasToReplay,
    nextReplay: after(store.nextReplay),
    settleReplay: after(store.settleReplay),
    markSynced: after(store.markSynced),
  }
}

/** Checks the engine's decisions against what the server really answered. */
function watched(ports: StrandPorts, store: SyncStore): SyncStore {
  const { exercised, strand } = ports
  return {
    ...store,
    async settle(settled) {
      strand.changed = true
      const refused = await refusedRecords(ports.db)
      for (const one of settled) checkDecision(ports, one, refused)
      await store.settle(settled)
      for (const one of settled) noteDecision(ports, one)
    },
    async nextEntries(limit) {
      const entries = await store.nextEntries(limit)
      const rows = await ports.db.outbox.where('state').equals('waiting').count()
      if (rows > entries.length) exercised('S6.4')
      return entries
    },
    async replaceList(list, records, from) {
      strand.changed = true
      const known = await storedList(ports.db, list).base.count()
      const taken = await store.replaceList(list, records, from)
      exercised(taken ? 'S3.1' : 'S3.2')
      if (taken && records.length < known) exercised('S3.4')
      return taken
    },
    async appendDoses(events, cursor) {
      strand.changed = true
      await store.appendDoses(events, cursor)
      exercised('S4.3')
    },
    async appendSupplies(events, cursor) {
      strand.changed = true
      await store.appendSupplies(events, cursor)
      exercised('S13.1')
    },
    async takeCarried(told) {
      strand.changed = true
      const taken = await store.takeCarried(told)
      exercised(taken ? 'S4.6' : 'S4.6 asked instead')
      return taken
    },
    async startEpoch(begun) {
      strand.changed = true
      await store.startEpoch(begun)
      exercised('S11.4')
    },
    async settleReplay(settled) {
      strand.changed = true
      await store.settleReplay(settled)
      exercised('S11.5')
      for (const { kind, entry } of settled) {
        if (kind === 'refused') exercised('S11.9')
        if (kind === 'gone') exercised('S11.7')
        if (entry.what.kind === 'command') exercised('S11.1')
      }
    },
  }
}

const NOTHING_TO_DELETE = new Set([404, 410])

/** S11.4: a new epoch takes nothing away. */
function withNothingTakenAway({ db }: StrandPorts, store: SyncStore): SyncStore {
  const tables = writeTables(db).filter((table) => table !== db.state)
  const countAll = () => Promise.all(tables.map((table) => table.count()))
  return {
    ...store,
    async startEpoch(begun) {
      const before = await countAll()
      await store.startEpoch(begun)
      const after = await countAll()
      if (after.join() !== before.join()) throw new Violation(`S11.4 a new epoch made ${after} of ${before}`)
    },
  }
}

/**
 * Reports a violation immediately when a request must not be sent: the transport would take the exception for a missing
 * answer.
 */
async function watch(ports: StrandPorts, request: WireRequest): Promise<void> {
  try {
    if (ports.ledger.wasTakenBack()) await watchOrder(ports, request)
    if (request.method !== 'GET' && !isReplay(request)) await watchOutbox(ports, request)
  } catch (error) {
    if (error instanceof Violation) ports.violate(error.message)
    throw error
  }
}

/** S11.5: while there is something to replay, nothing else is sent. */
async function watchOrder({ db, exercised }: StrandPorts, request: WireRequest): Promise<void> {
  if ((await db.giveBack.count()) === 0) return
  if (!isReplay(request))
    throw new Violation(`S11.5 ${request.method} ${request.path} came before what is to be replayed`)
  exercised('S11.6')
}

interface CallOnWire {
  key: string
  method: string
  path: string
  body?: unknown
}

function callsOf({ method, path, headers, body }: WireRequest): CallOnWire[] {
  const parsed: unknown = body === null ? undefined : JSON.parse(body)
  if (path === '/api/batch') return (parsed as { calls: CallOnWire[] }).calls
  return [{ key: headers[IDEMPOTENCY_HEADER] ?? '', method, path, body: parsed }]
}

/** S2.1, S5.1: what is sent is the head of the queue, in order, each write as the user made it. */
async function watchOutbox({ db, clock, exercised }: StrandPorts, request: WireRequest): Promise<void> {
  const calls = callsOf(request)
  const waiting = await createSyncStore(db, clock).nextEntries(BATCH_LIMIT)
  const readable = waiting.filter(({ command }) => command !== null).slice(0, calls.length)
  const wanted = readable.map(({ key, command }) => ({ key, ...(command && callOf(command)) }))
  const sent = calls.map(({ key, method, path, body }) => ({
    key,
    method,
    path,
    ...(body === undefined ? {} : { body }),
  }))
  if (sent.map(({ key }) => key).join() !== wanted.map(({ key }) => key).join())
    throw new Violation(`S2.1 ${sent.map(({ key }) => key)} went out instead of ${wanted.map(({ key }) => key)}`)
  // Through JSON, as it went over the wire.
  if (!isDeepStrictEqual(sent, JSON.parse(JSON.stringify(wanted))))
    throw new Violation(`S5.1 ${JSON.stringify(sent)} went out instead of ${JSON.stringify(wanted)}`)
  exercised('S2.1')
}

/** A DELETE of a record already gone has done its job (S6.5). */
const hadNothingToDelete = ({ ledger }: StrandPorts, { entry }: Settled): boolean =>
  entry.command?.name === 'medication.delete' && ledger.everRefused.has(entry.key)

/**
 * Checks that nothing is forgotten or given up except on the server's own word.
 * @param refused ids of records whose own write was refused; those refused by this decision are added
 */
function checkDecision(ports: StrandPorts, settled: Settled, refused: Set<string>): void {
  const { ledger } = ports
  const { key, command } = settled.entry
  if (settled.kind === 'taken') {
    if (ledger.everAccepted.has(key) || hadNothingToDelete(ports, settled)) return
    throw new Violation(`S2.4 ${key} was forgotten although the server never took it`)
  }
  if (command && !ledger.everRefused.has(key)) {
    throw new Violation(`S6.1 ${key} was given up although the server did not refuse it`)
  }
  if (!command) return
  if (command.name === 'medication.delete' && NOTHING_TO_DELETE.has(ledger.refused.get(key) ?? 0)) {
    throw new Violation(`S6.5 ${key} found nothing to delete and was refused`)
  }
  if (referencesOf(command).some((id) => refused.has(id))) {
    throw new Violation(`S6.4 ${key} was refused with the record it refers to instead of waiting`)
  }
  const made = createdBy(command)
  if (made !== null) refused.add(made)
}

function noteDecision(ports: StrandPorts, settled: Settled): void {
  const { diary, exercised } = ports
  if (settled.kind === 'taken') {
    diary.acknowledged(settled.entry.key)
    exercised('S2.4')
    if (hadNothingToDelete(ports, settled)) exercised('S6.5')
    return
  }
  exercised(settled.entry.command ? 'S6.3' : 'S6.6')
  const { code } = settled.refusal
  if (code === 'medication_gone' || code === 'not_found') exercised('S5.3')
}

/** Something that a rule of docs/sync-spec.md forbids. */
export class Violation extends Error {}

/** Returns the records that refused writes would have created. */
async function refusedRecords(db: DosewellDatabase): Promise<Set<string>> {
  const rows = await db.outbox.where('state').equals('attention').toArray()
  return new Set(
    rows.flatMap(({ command }) => {
      const read = readCommand(command)
      return (read && createdBy(read)) ?? []
    }),
  )
}

async function carry(ports: StrandPorts, path: string, init: RequestInit): Promise<Response> {
  const { strand, time } = ports
  const request: WireRequest = {
    method: init.method ?? 'GET',
    path,
    headers: init.headers as Record<string, string>,
    body: typeof init.body === 'string' ? init.body : null,
  }
  await watch(ports, request)
  ports.beforeRequest(request)
  const arrival = await time.pause<Arrival>((resume) => {
    ports.send(request, (came) => {
      if (!strand.alive) return
      ports.afterRequest()
      resume(came)
    })
  })
  if ('failed' in arrival) throw new TypeError(arrival.failed)
  const { answer } = arrival
  const seconds = Number(answer.headers['retry-after'] ?? 0)
  if (seconds > 0) strand.notBefore = time.now() + seconds * 1000
  if (answer.status === 304) ports.exercised('S3.5')
  return responseOf(answer)
}
