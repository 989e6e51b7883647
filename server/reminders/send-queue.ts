import type { Clock } from '../platform/clock.ts'
import type { SendResult } from '../push/transport.ts'
import { CLAIM, type Dispatch } from './delivery.ts'
import type { Attempted } from './outcomes.ts'

/** How many messages are sent to one push service at a time. */
const AT_ONCE = 200
/** With more than this waiting, nothing more is claimed: a claim must not grow old in the queue. */
const ENOUGH_WAITING = 1_000
/** How much of its claim an attempt needs: the transport's time limit and a margin (ms). */
const NEEDS = 15_000
/**
 * After this many attempts in a row without any response, the service counts as out of reach: only one attempt at a
 * time checks whether it is back.
 */
const OUT_OF_REACH = 50
/** A push service whose average response time exceeds this (ms) is slow, and the others do not wait for it. */
const SLOW = 3_000
/** The weight of the newest response in that average. */
const NEWEST = 0.1
/** Outcomes are written together: once there are this many, or after this time (ms) at the latest. */
const PORTION = 500
const WRITE_WITHIN = 100
/** How long to wait before writing outcomes again while the database is unavailable (ms). */
const WRITE_AGAIN = 1_000

export interface SendQueue {
  /** Sends in the background, in this order within each push service. */
  add(dispatches: readonly Dispatch[]): void
  /** Resolves when there is room to claim more. */
  room(): Promise<void>
  /** Resolves when everything was attempted and the outcomes are written. */
  idle(): Promise<void>
  /** Starts no more attempts and returns those not made. Attempts under way continue; `idle` waits for them. */
  stop(): Dispatch[]
}

export interface SendQueuePorts {
  clock: Clock
  /** Resolves to null if the message is not this server's to send any more: then it has no outcome. */
  send(dispatch: Dispatch): Promise<SendResult | null>
  /** Called also with messages that `send` was never called with, as their push service is out of reach. */
  record(attempted: readonly Attempted[]): Promise<void>
  onFault(error: unknown): void
}

/** The messages for one push service. */
interface Service {
  waiting: Dispatch[]
  running: number
  unanswered: number
  /** The recent average response time (ms). */
  latency: number
}

const isSlow = ({ latency }: Service): boolean => latency > SLOW

/** Updates the service after an attempt, unless the attempt failed on our side. */
function heard(service: Service, { kind, status }: SendResult, took: number): void {
  service.latency += (took - service.latency) * NEWEST
  service.unanswered = kind === 'again' && status === null ? service.unanswered + 1 : 0
}

const NO_ANSWER: SendResult = { kind: 'again', status: null, retryAfter: null }

/** Attempts what was claimed, in parallel within limits, and writes the outcomes in portions. */
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
  /**
   * Not if all services are slow: then it is probably this machine, and claiming more would only make claims grow old.
   */
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
    // Scheme and host are enough: a stored endpoint was validated as an address (endpoint-policy.ts).
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
      // If it is too late for this claim, the next server to find it open makes the attempt.
      if (clock.now() <= dispatch.claimedAt + CLAIM - NEEDS) void attempt(service, dispatch)
    }
  }

  async function attempt(service: Service, dispatch: Dispatch): Promise<void> {
    service.running += 1
    const at = clock.now()
    const result = await send(dispatch).catch((fault: unknown) => ({ ...NO_ANSWER, fault }))
    service.running -= 1
    if (result) {
      if (result.fault === undefined) heard(service, result, clock.now() - at)
      settle(dispatch, result, at)
    }
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
        // If they were not written, the messages would be sent again.
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
        // Left for the next server to find its claim open: here it would only grow old.
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
