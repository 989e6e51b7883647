import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { DoseAuthor } from '#domain/commands/dose-verbs.ts'
import { type DeviceId, newId, type UserId } from '#domain/lib/ids.ts'
import type { Versions } from '#domain/protocol/events.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { transferLocalData } from '#src/data/transfer.ts'
import { type WriteContext, write } from '#src/data/write.ts'
import { type PassEnd, type PassOptions, type SyncPorts, syncPass } from '#src/sync/engine.ts'
import { createScheduler, type Scheduler } from '#src/sync/scheduler.ts'
import { createBrokenStorage, isStorageFault } from './broken-storage.ts'
import { createDiary } from './diary.ts'
import { enginePorts, type Strand, Violation } from './engine-strand.ts'
import type { Held } from './history.ts'
import { keysOf } from './keys-of.ts'
import type { Ledger } from './ledger.ts'
import type { Mutation } from './mutation.ts'
import { createNetwork, type ScriptedWay } from './network.ts'
import type { Chance } from './prng.ts'
import { count, type Report } from './report.ts'
import type { Account, SimServer, WireAnswer, WireRequest } from './server.ts'
import { checkView } from './view-check.ts'
import type { VirtualTime } from './virtual-time.ts'
import { createWebLock } from './web-lock.ts'

// What reads past Dexie makes its ranges with the global one, as in every browser.
globalThis.IDBKeyRange ??= IDBKeyRange

export interface DevicePorts {
  name: string
  /** Whose data it is: an account's own, or that of somebody it looks after or helps. */
  account: Account
  /** The account that is signed in. */
  asking: Account
  /** The token of this browser's session, and that of the second user's. */
  session: string
  otherSession: string
  time: VirtualTime
  chance: Chance
  report: Report
  ledger: Ledger
  server: SimServer
  mutation: Mutation
  calm(): boolean
  /** Whether the server may say that this person is deleted or no longer shared with the account. */
  mayBeGone(): boolean
  note(line: string): void
  violate(problem: string): void
  /** Delivers a request to the server, observed. */
  reach(request: WireRequest, session: string): Promise<WireAnswer>
  /** Waits at the server's entrance for other requests to enter with. */
  waitForOthers(): Promise<void>
}

/** A tab with its scheduler. */
interface Tab {
  strand: Strand
  scheduler: Scheduler
  connection: DosewellDatabase
}

/** More than the engine's own steps before and after a request take together (ms). */
export const STEPS_OF_A_PASS = 1000

/** How long the worker waits for the drain lock (src/sw/deliver.ts); a page asks once. */
const WORKER_PATIENCE = 10_000

/** What can be switched from outside, and the device's state. */
interface DeviceState {
  offline: boolean
  signedOut: boolean
  /** The second user signed in on this browser. */
  otherUser: boolean
  /** Signed out, with nothing left. */
  gone: boolean
  scripted: ScriptedWay | null
}

export type Device = Awaited<ReturnType<typeof createDevice>>

/**
 * One user's browser: a disk that outlives every restart, a page with a scheduler, now and then a second page or a
 * worker, each with its own engine and connection, and a clock.
 */
export async function createDevice(ports: DevicePorts) {
  const { name, time, chance, report, ledger, note, violate } = ports
  let { account, asking, session } = ports
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
    scripted: null,
  }
  let requestsAfterSignOut = 0
  let lastSent = 0

  let db: DosewellDatabase
  let page: Strand
  const tabs = new Set<Tab>()
  const connections = new Map<Strand, DosewellDatabase>()
  let sending: Strand | null = null
  let ends: PassEnd[] = []

  const cookie = () => (state.otherUser ? ports.otherSession : session)
  const network = createNetwork({
    time,
    chance: chance.fork('wire'),
    report,
    note,
    calm: ports.calm,
    offline: () => state.offline,
    scripted: () => state.scripted,
    reach: (request) => ports.reach(request, cookie()),
    waitForOthers: ports.waitForOthers,
    refusedAsAWhole: (request) => {
      const [only, ...more] = keysOf(request)
      if (only !== undefined && more.length === 0) ledger.madeUp(only, 413)
    },
    reachAsOther: ({ headers, ...request }) =>
      ports.server.handle({ ...request, headers: { accept: headers.accept ?? '' } }, ports.otherSession),
  })
  const exercised = (rule: string) => count(report, 'rules', rule)

  const lock = createWebLock(time, () => exercised('S7.1'))

  const beforeRequest = (strand: Strand, request: WireRequest) => {
    report.requests += 1
    lastSent = time.now()
    note(`${name} ${strand.name} → ${request.method} ${request.path} ${keysOf(request).join(' ')}`)
    if (sending?.alive) violate(`S7.1 ${strand.name} of ${name} sends while ${sending.name} does`)
    sending = strand
    if (time.now() < strand.notBefore) violate(`S6.1 ${name} came back sooner than Retry-After asked`)
    if (state.gone) violate(`S8.3 ${name} sends after its sign-out`)
    if (!state.signedOut) return
    requestsAfterSignOut += 1
    if (requestsAfterSignOut > 1) violate(`S8.3 ${name} goes on sending after its sign-out`)
  }

  const portsOf = (strand: Strand, connection: DosewellDatabase, patience: number) =>
    enginePorts({
      strand,
      db: connection,
      whose: { person: account.id, account: asking.id },
      clock,
      time,
      chance: chance.fork(`steps of ${strand.name}`),
      diary,
      ledger,
      mutation: ports.mutation,
      lock: lock.of(strand, patience),
      send: network,
      beforeRequest: (request) => beforeRequest(strand, request),
      afterRequest: () => {
        sending = null
      },
      exercised,
      violate,
      mayGoOn: () => !state.signedOut,
    })

  const onEnd = (strand: Strand, end: PassEnd) => {
    note(`${name} ${strand.name}: ${JSON.stringify(end)}`)
    strand.hasFailed = end.kind === 'temporary'
    if (strand === page) ends.push(end)
    if (end.kind === 'gate') {
      exercised('S6.2')
      if (end.gate === 'update') exercised('S10.1')
      if (end.gate === 'wrong-user') exercised('S8.1')
      if (end.gate === 'signed-out') exercised('S8.3')
      if (end.gate === 'person-gone') leave()
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

  let started = 0
  /** Starts a tab or worker and opens the database. */
  const begin = async (kind: string): Promise<{ strand: Strand; connection: DosewellDatabase }> => {
    started += 1
    const strand = { name: `${kind} ${started}`, alive: true, notBefore: 0, changed: false, hasFailed: false }
    const connection = createDatabase(account.id, engine)
    connections.set(strand, connection)
    storage.install(connection)
    await connection.open()
    return { strand, connection }
  }
  /** Stops everything in the strand and frees what it held. */
  const end = (strand: Strand): void => {
    strand.alive = false
    lock.died(strand)
    if (sending === strand) sending = null
    connections.get(strand)?.close()
    connections.delete(strand)
  }
  const lookAtView = async () => {
    const problem = await checkView(db, clock.now())
    if (problem) violate(`${problem} (${name})`)
  }
  const pass = async (strand: Strand, ports: SyncPorts, options: PassOptions): Promise<PassEnd> => {
    const end = await time.track(syncPass(ports, options))
    if (strand.changed) await time.track(lookAtView())
    strand.changed = false
    return end
  }

  const openTab = async (kind: string): Promise<Tab> => {
    const { strand, connection } = await begin(kind)
    const scheduler = createScheduler({
      pass: (options) => pass(strand, portsOf(strand, connection, 0), options),
      clock,
      timers: {
        set: (run, ms) =>
          time.in(ms, () => {
            if (strand.alive) run()
          }),
        clear: (cancel) => (cancel as () => void)(),
      },
      onEnd: (end) => onEnd(strand, end),
      onError,
    })
    const tab = { strand, scheduler, connection }
    tabs.add(tab)
    return tab
  }
  const closeTab = (tab: Tab): void => {
    tab.scheduler.stop()
    tabs.delete(tab)
    end(tab.strand)
  }
  /** Notifies every tab of a write, a change notification or the return of the network. */
  const request = (told?: Versions) => {
    for (const { scheduler, strand, connection } of tabs) {
      const understood =
        told && ports.mutation.notification
          ? ports.mutation.notification(told, { db: connection, hasFailed: strand.hasFailed, track: time.track })
          : told
      if (understood !== null) scheduler.request(understood)
    }
  }
  const writing = chance.fork('after a write')
  /** After a write, a tab with change notifications only delivers; another one also asks for everything. */
  const written = () => {
    for (const { scheduler } of tabs) {
      if (writing.chance(0.5)) scheduler.deliver()
      else scheduler.request()
    }
  }
  const boot = async () => {
    const { strand, scheduler, connection } = await openTab('page')
    db = connection
    page = strand
    scheduler.request()
  }
  const kill = () => {
    lock.allDied()
    for (const tab of tabs) closeTab(tab)
    for (const strand of connections.keys()) end(strand)
  }

  /** Wipes the device: what waits is given up with it. */
  const wipe = async () => {
    if (state.gone) return
    kill()
    diary.givenUp(diary.waiting())
    state.gone = true
    await db.delete()
    const left = await engine.indexedDB.databases()
    if (left.length > 0) violate(`S8.3 ${name} kept ${left.map((one) => one.name).join()}`)
  }
  /** Whoever is gone is wiped from the device, unsent entries too (S14.5, S15.1). */
  function leave() {
    exercised('S14.5')
    if (!ports.mayBeGone()) violate(`S14.5 ${name} was told that somebody is gone who is not`)
    time.in(0, wipe)
  }

  const bringOver = async (from: UserId) => {
    const connection = createDatabase(account.id, engine)
    await connection.open()
    const bring = ports.mutation.transferLocalData ?? transferLocalData
    await bring(from, connection, clock, engine)
    connection.close()
  }

  await time.track(boot())

  return {
    name,
    get account() {
      return account
    },
    get asking() {
      return asking
    },
    get session() {
      return session
    },
    clock,
    diary,
    ledger,
    storage,
    storageFailed,
    state,
    /** The context in which a screen writes. */
    context: (): WriteContext => ({ db, source: clock, zone: account.zone }),
    write: ports.mutation.write ?? write,
    author: (): DoseAuthor => ({ device: { id, name }, source: clock }),
    lookAtView,
    request,
    written,
    /** Returns what it holds from the server. */
    held: async (): Promise<Held> => ({
      device: name,
      logged: new Set(
        [...(await db.doseEvents.toArray()), ...(await db.supplyEvents.toArray())]
          .filter(({ seq }) => seq !== null)
          .map((event) => event.id),
      ),
      records: new Set([
        ...(await db.medicationBase.toCollection().primaryKeys()),
        ...(await db.appointmentBase.toCollection().primaryKeys()),
      ]),
      deletions: new Set(await db.deletions.toCollection().primaryKeys()),
    }),
    /** Returns how the page's passes have ended since the last call. */
    takeEnds: () => {
      const seen = ends
      ends = []
      return seen
    },
    isIdle: () => lock.isFree(),
    /**
     * Whether a change notification must lead to an immediate attempt: the last one got no answer, and nothing forbids
     * a new one yet (S9.3).
     */
    waitsForNotification: () =>
      page.hasFailed && lock.isFree() && !state.signedOut && time.now() > page.notBefore + STEPS_OF_A_PASS,
    /** Returns the instant of the last request. */
    lastSent: () => lastSent,
    jumpClock: (ms: number) => {
      skew = ms
    },
    /** Clears the memory; the disk stays as it was. */
    restart: async () => {
      kill()
      await time.track(boot())
    },
    /**
     * Signs the user in after their account was lost: to another one with the same address, into which local data is
     * transferred (S11.11).
     */
    signInAnew: async (anew: Account, itsSession: string) => {
      kill()
      const from = account.id
      account = anew
      asking = anew
      session = itsSession
      await time.track(bringOver(from))
      await time.track(boot())
    },
    /** Opens a second tab, and closes it after that time, whatever it is doing then. */
    openSecondTab: async (ms: number) => {
      const tab = await time.track(openTab('tab'))
      tab.scheduler.request()
      time.in(ms, () => {
        if (tab.strand.alive) closeTab(tab)
      })
    },
    /** Wakes the worker to deliver, as the browser would. */
    deliver: async () => {
      const { strand, connection } = await time.track(begin('worker'))
      try {
        onEnd(strand, await pass(strand, portsOf(strand, connection, WORKER_PATIENCE), { pull: false }))
      } catch (error) {
        onError(error)
      }
      if (!strand.alive) return
      end(strand)
      request()
    },
    /** Marks the user as signed out; five seconds later none of their data is left (readings, Reads). */
    signOut: () => {
      state.signedOut = true
      time.in(5000, wipe)
    },
    end: () => {
      if (!state.gone) kill()
    },
  }
}
