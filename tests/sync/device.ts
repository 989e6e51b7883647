import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type DeviceId, newId } from '#domain/lib/ids.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import type { DoseAuthor } from '#src/data/dose-commands.ts'
import type { WriteContext } from '#src/data/write.ts'
import { type PassEnd, syncPass } from '#src/sync/engine.ts'
import { createScheduler, type Scheduler } from '#src/sync/scheduler.ts'
import { createBrokenStorage, isStorageFault } from './broken-storage.ts'
import { createDiary } from './diary.ts'
import { enginePorts, type Strand, Violation } from './engine-strand.ts'
import type { Ledger } from './ledger.ts'
import type { Mutation } from './mutation.ts'
import { createNetwork, type ScriptedWay } from './network.ts'
import type { Chance } from './prng.ts'
import { count, type Report } from './report.ts'
import type { Account, SimServer, WireAnswer, WireRequest } from './server.ts'
import { checkView } from './view-check.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface DevicePorts {
  name: string
  account: Account
  /** The token of this browser's session, and of the second user's. */
  session: string
  otherSession: string
  time: VirtualTime
  chance: Chance
  report: Report
  ledger: Ledger
  server: SimServer
  mutation: Mutation
  calm(): boolean
  note(line: string): void
  violate(problem: string): void
  /** A request at the server, observed. */
  reach(request: WireRequest, session: string): Promise<WireAnswer>
}

/** What may be switched from outside, and what the device knows. */
interface DeviceState {
  offline: boolean
  signedOut: boolean
  /** The second user signed in on this browser. */
  otherUser: boolean
  /** Signed out, and nothing is left. */
  gone: boolean
  /** The versions of the last poke, or of what was fetched after it. */
  lastSeen: string
  scripted: ScriptedWay | null
}

export type Device = Awaited<ReturnType<typeof createDevice>>

/**
 * One browser of one person: a disk that outlives every restart, a page with a scheduler, now and then a worker, and a clock
 * of its own.
 */
export async function createDevice(ports: DevicePorts) {
  const { name, account, time, chance, report, ledger, note, violate } = ports
  const engine = { indexedDB: new IDBFactory(), IDBKeyRange }
  const storage = createBrokenStorage()
  const diary = createDiary()
  const random = chance.fork('ids')
  let skew = 0
  const clock = {
    now: () => time.now() + skew,
    random: random.next,
    randomBytes: random.bytes,
  }
  const id = newId<DeviceId>(clock)
  const state: DeviceState = {
    offline: false,
    signedOut: false,
    otherUser: false,
    gone: false,
    lastSeen: '',
    scripted: null,
  }
  let requestsAfterSignOut = 0

  let db: DosewellDatabase
  let page: Strand
  let scheduler: Scheduler
  let holder: Strand | null = null
  let sending: Strand | null = null
  let ends: PassEnd[] = []

  /** The newest versions when the server last answered a pull of this device. */
  let pulled = ''
  const cookie = () => (state.otherUser ? ports.otherSession : ports.session)
  const network = createNetwork({
    time,
    chance: chance.fork('wire'),
    report,
    note,
    calm: ports.calm,
    offline: () => state.offline,
    scripted: () => state.scripted,
    reach: async (request) => {
      const answer = await ports.reach(request, cookie())
      // The list is asked for first: what is committed between it and the log is still news.
      if (request.method === 'GET' && request.path === '/api/medications') pulled = String(ledger.highest())
      return answer
    },
    reachAsOther: ({ headers, ...request }) =>
      ports.server.handle({ ...request, headers: { accept: headers.accept ?? '' } }, ports.otherSession),
  })
  const exercised = (rule: string) => count(report, 'rules', rule)

  const lockOf = (strand: Strand) => ({
    run: async (work: () => Promise<void>) => {
      if (holder) {
        exercised('S7.1')
        return false
      }
      holder = strand
      try {
        await work()
      } finally {
        if (holder === strand) holder = null
      }
      return true
    },
  })

  const beforeRequest = (strand: Strand, request: WireRequest) => {
    report.requests += 1
    note(`${name} ${strand.name} → ${request.method} ${request.path} ${keysOf(request).join(' ')}`)
    if (sending?.alive) violate(`S7.1 ${strand.name} of ${name} sends while ${sending.name} does`)
    sending = strand
    if (time.now() < strand.notBefore) violate(`S6.1 ${name} came back sooner than Retry-After asked`)
    if (state.gone) violate(`S8.3 ${name} sends after its sign-out`)
    if (!state.signedOut) return
    requestsAfterSignOut += 1
    if (requestsAfterSignOut > 1) violate(`S8.3 ${name} goes on sending after its sign-out`)
  }

  const portsOf = (strand: Strand) =>
    enginePorts({
      strand,
      db,
      user: account.id,
      clock,
      time,
      chance: chance.fork(`steps of ${strand.name}`),
      diary,
      ledger,
      mutation: ports.mutation,
      lock: lockOf(strand),
      send: network,
      beforeRequest: (request) => beforeRequest(strand, request),
      afterRequest: () => {
        sending = null
      },
      exercised,
      mayGoOn: () => !state.signedOut,
    })

  const onEnd = (strand: Strand, end: PassEnd) => {
    note(`${name} ${strand.name}: ${JSON.stringify(end)}`)
    if (strand === page) ends.push(end)
    // A poke about what was just fetched asks for nothing.
    if (end.kind === 'synced' && strand === page) state.lastSeen = pulled
    if (end.kind === 'gate') {
      exercised('S6.2')
      if (end.gate === 'update') exercised('S10.1')
      if (end.gate === 'wrong-user') exercised('S8.1')
      if (end.gate === 'signed-out') exercised('S8.3')
    }
    if (end.kind === 'temporary') exercised('S6.1')
  }
  const onError = (error: unknown) => {
    if (error instanceof Violation) violate(error.message)
    else if (!storageFailed(error) && !state.gone)
      violate(`unexpected: ${String(error)} ${error instanceof Error ? error.stack : ''}`)
  }
  const storageFailed = (error: unknown): boolean => {
    const failures = storage.failures()
    for (const fault of failures) count(report, 'faults', fault)
    return failures.length > 0 && isStorageFault(error)
  }

  const strands = new Set<Strand>()
  let started = 0
  const newStrand = (kind: string): Strand => {
    started += 1
    const strand = { name: `${kind} ${started}`, alive: true, notBefore: 0, changed: false }
    strands.add(strand)
    return strand
  }
  const lookAtView = async () => {
    const problem = await checkView(db, clock.now())
    if (problem) violate(`${problem} (${name})`)
  }
  const pass = async (strand: Strand, pull: boolean): Promise<PassEnd> => {
    const end = await time.track(syncPass(portsOf(strand), { pull }))
    if (strand.changed) await time.track(lookAtView())
    strand.changed = false
    return end
  }

  const boot = async () => {
    db = createDatabase(account.id, engine)
    storage.install(db)
    await db.open()
    page = newStrand('page')
    const own = page
    scheduler = createScheduler({
      pass: () => pass(own, true),
      clock,
      timers: {
        set: (run, ms) =>
          time.in(ms, () => {
            if (own.alive) run()
          }),
        clear: (cancel) => (cancel as () => void)(),
      },
      onEnd: (end) => onEnd(own, end),
      onError,
    })
    scheduler.request()
  }
  const kill = () => {
    scheduler.stop()
    for (const strand of strands) strand.alive = false
    strands.clear()
    holder = null
    sending = null
    db.close()
  }

  await time.track(boot())

  return {
    name,
    account,
    session: ports.session,
    clock,
    diary,
    ledger,
    storage,
    storageFailed,
    state,
    /** What a screen writes with. */
    context: (): WriteContext => ({ db, source: clock, zone: account.zone }),
    author: (): DoseAuthor => ({ device: { id, name }, source: clock }),
    lookAtView,
    request: () => scheduler.request(),
    /** How the passes of the page ended since the last call. */
    takeEnds: () => {
      const seen = ends
      ends = []
      return seen
    },
    isIdle: () => holder === null,
    jumpClock: (ms: number) => {
      skew = ms
    },
    /** Everything in memory is gone; the disk is as it was. */
    restart: async () => {
      kill()
      await time.track(boot())
    },
    /** The browser wakes the worker to deliver. */
    deliver: async () => {
      const strand = newStrand('worker')
      try {
        const end = await pass(strand, false)
        onEnd(strand, end)
      } catch (error) {
        onError(error)
      }
      if (strand.alive) scheduler.request()
    },
    /** Marks the person as signed out; five seconds later nothing of them is left (READINGS, Reads). */
    signOut: () => {
      state.signedOut = true
      time.in(5000, async () => {
        kill()
        diary.givenUp(diary.waiting())
        state.gone = true
        await db.delete()
        const left = await engine.indexedDB.databases()
        if (left.length > 0) violate(`S8.3 ${name} kept ${left.map((one) => one.name).join()}`)
      })
    },
    end: () => {
      if (!state.gone) kill()
    },
  }
}

/** The Idempotency-Keys a request carries. */
export function keysOf(request: WireRequest): string[] {
  const single = request.headers['idempotency-key']
  if (single) return [single]
  if (request.path !== '/api/batch' || request.body === null) return []
  return (JSON.parse(request.body) as { calls: { key: string }[] }).calls.map(({ key }) => key)
}
