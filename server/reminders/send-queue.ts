import type { Clock } from '../platform/clock.ts'
import type { SendResult } from '../push/transport.ts'
import { CLAIM, type Dispatch } from './delivery.ts'
import type { Attempted } from './outcomes.ts'

/** How many messages are on their way to one push service at a time. */
const AT_ONCE = 200
/** With more than this waiting, nothing further is claimed: a claim must not grow old in the queue. */
const ENOUGH_WAITING = 1_000
/** An attempt needs this much of its claim: the time limit of the transport and some more (ms). */
const NEEDS = 15_000
/** So many in a row without any answer, and the service counts as out of reach: only one at a time tries whether it is back. */
const OUT_OF_REACH = 50
/** A push service whose answers take longer than this on average (ms) is slow: the others do not wait for it. */
const SLOW = 3_000
/** How much one answer counts in that average. */
const NEWEST = 0.1
/** Outcomes are written together: as soon as there are so many, at the latest after this time (ms). */
const PORTION = 500
const WRITE_WITHIN = 100
/** Between tries to write outcomes while the database is away (ms). */
const WRITE_AGAIN = 1_000

export interface SendQueue {
  /** Sends in the background, in this order for each push service. */
  add(dispatches: readonly Dispatch[]): void
  /** Resolves when more may be claimed. */
  room(): Promise<void>
  /** Resolves when everything was attempted and its outcome is written. */
  idle(): Promise<void>
  /** Starts nothing more and returns what was not attempted. What is on its way goes on; `idle` waits for it. */
  stop(): Dispatch[]
}

export interface SendQueuePorts {
  clock: Clock
  send(dispatch: Dispatch): Promise<SendResult>
  record(attempted: readonly Attempted[]): Promise<void>
  onFault(error: unknown): void
}

/** The messages for one push service. */
interface Service {
  waiting: Dispatch[]
  running: number
  unanswered: number
  /** How long answers took lately, on average (ms). */
  latency: number
}

const isSlow = ({ latency }: Service): boolean => latency > SLOW

/** What an attempt says about its push service; nothing where it failed here. */
function heard(service: Service, { kind, status }: SendResult, took: number): void {
  service.latency += (took - service.latency) * NEWEST
  service.unanswered = kind === 'again' && status === null ? service.unanswered + 1 : 0
}

const NO_ANSWER: SendResult = { kind: 'again', status: null, retryAfter: null }

/** Attempts what was claimed, many at a time but bounded, and writes the outcomes in portions. */
export function sendQueue({ clock, send, record, onFault }: SendQueuePorts): SendQueue {
  const services = new Map<string, Service>()
  const outcomes: Attempted[] = []
  const waiters: { isMet: () => boolean; resolve: () => void }[] = []
  let writing = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const all = (count: (service: Service) => number) =>
    [...services.values()].reduce((sum, service) => sum + count(service), 0)
  const waiting = () => all((service) => service.waiting.length)
  const isQuiet = () => waiting() === 0 && all((service) => service.running) === 0
  const isIdle = () => isQuiet() && outcomes.length === 0 && !writing
  /** Not where all are slow: then it is this machine that is, and claiming more would only make claims grow old. */
  const isHeldBack = (service: Service) => isSlow(service) && [...services.values()].some((other) => !isSlow(other))
  const hasRoom = () => stopped || all((service) => (isHeldBack(service) ? 0 : service.waiting.length)) < ENOUGH_WAITING

  function tellWaiters(): void {
    for (const waiter of waiters.splice(0)) {
      if (waiter.isMet()) waiter.resolve()
      else waiters.push(waiter)
    }
  }
  const met = (isMet: () => boolean): Promise<void> =>
    isMet() ? Promise.resolve() : new Promise((resolve) => waiters.push({ isMet, resolve }))

  function serviceOf(dispatch: Dispatch): Service {
    // Scheme and host: what was stored has been read as an address (endpoint-policy.ts).
    const origin = dispatch.to.endpoint.split('/', 3).join('/')
    const service = services.get(origin) ?? { waiting: [], running: 0, unanswered: 0, latency: 0 }
    services.set(origin, service)
    return service
  }

  function pump(service: Service): void {
    while (service.waiting.length > 0 && service.running < AT_ONCE) {
      if (service.unanswered >= OUT_OF_REACH && service.running > 0) {
        for (const dispatch of service.waiting.splice(0)) settle(dispatch, NO_ANSWER, clock.now())
        return
      }
      const dispatch = service.waiting.shift() as Dispatch
      // Too late for this claim: whoever finds it open makes the attempt.
      if (clock.now() <= dispatch.claimedAt + CLAIM - NEEDS) void attempt(service, dispatch)
    }
  }

  async function attempt(service: Service, dispatch: Dispatch): Promise<void> {
    service.running += 1
    const at = clock.now()
    const result = await send(dispatch).catch((fault: unknown) => ({ ...NO_ANSWER, fault }))
    service.running -= 1
    if (result.fault === undefined) heard(service, result, clock.now() - at)
    settle(dispatch, result, at)
    pump(service)
    tellWaiters()
  }

  function settle(dispatch: Dispatch, result: SendResult, at: number): void {
    outcomes.push({ dispatch, result, at, now: clock.now() })
    if (outcomes.length >= PORTION || isQuiet()) void write()
    else timer ??= setTimeout(write, WRITE_WITHIN)
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (writing) return
    writing = true
    while (outcomes.length > 0) {
      const portion = outcomes.splice(0, PORTION)
      try {
        await record(portion)
      } catch (error) {
        onFault(error)
        // Not written, it would be sent once more.
        if (!stopped) outcomes.unshift(...portion)
        await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN))
      }
    }
    writing = false
    tellWaiters()
  }

  return {
    add(dispatches) {
      const touched = new Set<Service>()
      for (const dispatch of dispatches) {
        const service = serviceOf(dispatch)
        // Left to whoever finds its claim open: here it would only grow old.
        if (isHeldBack(service) && service.waiting.length >= ENOUGH_WAITING) continue
        service.waiting.push(dispatch)
        touched.add(service)
      }
      for (const service of touched) pump(service)
    },
    room: () => met(hasRoom),
    idle: () => met(isIdle),
    stop() {
      stopped = true
      const left = [...services.values()].flatMap((service) => service.waiting.splice(0))
      tellWaiters()
      return left
    },
  }
}
