import { errorBody } from '#domain/protocol/errors.ts'
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#domain/protocol/headers.ts'
import { type CrowdFault, crowdFault, type WireFault, wireFault } from './faults.ts'
import type { Chance } from './prng.ts'
import { count, type Report } from './report.ts'
import type { WireAnswer, WireRequest } from './server.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How a browser's request ends. */
export type Arrival = { answer: WireAnswer } | { failed: string }

export interface NetworkPorts {
  time: VirtualTime
  chance: Chance
  report: Report
  note(line: string): void
  /** Whether faults are over. */
  calm(): boolean
  /** Delivers one request to the server now, with the browser's current cookie. */
  reach(request: WireRequest): Promise<WireAnswer>
  /** Returns the answer the second user would get. */
  reachAsOther(request: WireRequest): Promise<WireAnswer>
  /** Waits at the server's entrance for other requests to enter with. */
  waitForOthers(): Promise<void>
  /** Called when a batch was refused without the server: if it held a single write, that counts as its refusal. */
  refusedAsAWhole(request: WireRequest): void
  offline(): boolean
  /** Replaces chance. */
  scripted(): ScriptedWay | null
}

/**
 * What a written trace does with a request: `reach` delivers it, or another one, to the server. Null: no answer
 * arrives.
 */
export type ScriptedWay = (
  request: WireRequest,
  reach: (request: WireRequest) => Promise<WireAnswer>,
) => Promise<WireAnswer | null>

/** The browser's own limit for a request (src/platform/http-transport.ts). */
export const TIME_LIMIT = 30_000

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const OURS = { ...JSON_TYPE, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) }
export const ours = (
  status: number,
  code: Parameters<typeof errorBody>[0],
  more: Record<string, string> = {},
): WireAnswer => ({
  status,
  headers: { ...OURS, ...more },
  body: JSON.stringify(errorBody(code, 'Not now.')),
})
const html = (status: number, body: string): WireAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body,
})

/**
 * The list of appointments and the log of supplies meet no faults and take no time: another draw would change the course
 * of every seed that once failed.
 */
const isUndisturbed = ({ method, path }: WireRequest): boolean =>
  method === 'GET' && (path === '/api/appointments' || path.startsWith('/api/supply-events'))

/** Creates the network between one browser and the server. Returns how to send: `done` is called once, later. */
export function createNetwork(ports: NetworkPorts) {
  const { time, chance, report } = ports
  const crowd = chance.fork('crowd')
  const lists: WireAnswer[] = []

  const latency = () => chance.between(20, 200)

  /** Brings the request to the server after `up`, and the answer back after `down`. */
  const roundTrip = (request: WireRequest, up: number, back: (answer: WireAnswer) => void, down = latency()) =>
    time.in(up, async () => {
      const answer = await ports.reach(request)
      if (request.path === '/api/medications' && request.method === 'GET' && answer.status === 200) {
        lists.push(answer)
      }
      time.in(down, () => back(answer))
    })

  function possible(fault: WireFault, request: WireRequest): boolean {
    if (fault === 'old list from a cache')
      return request.method === 'GET' && request.path === '/api/medications' && lists.length > 0
    if (fault === 'batch refused as a whole') return request.path === '/api/batch'
    return true
  }

  interface Way {
    request: WireRequest
    /** Latency of this request on the way up. */
    up: number
    arrive(answer: WireAnswer): void
    fail(reason: string, ms: number): void
  }

  const plainly = ({ request, up, arrive }: Way) => roundTrip(request, up, arrive)
  const instead = ({ up, arrive }: Way, answer: WireAnswer) => time.in(up, () => arrive(answer))

  const FAULTS: Record<WireFault, (way: Way) => unknown> = {
    'request lost': ({ up, fail }) => fail('connection reset', up),
    'answer lost': ({ request, up, fail }) => roundTrip(request, up, () => fail('connection reset', 1)),
    'delivered twice': (way) => {
      plainly(way)
      roundTrip(way.request, way.up + chance.between(1, 40_000), () => {})
    },
    'answer delayed': ({ request, up, arrive }) =>
      roundTrip(request, up, arrive, chance.between(2000, TIME_LIMIT - 1000)),
    'arrives after the time limit': ({ request }) =>
      roundTrip(request, TIME_LIMIT + chance.between(1, 60_000), () => {}),
    hangs: () => {},
    'body cut': ({ request, up, arrive, fail }) =>
      roundTrip(request, up, (answer) => {
        if (answer.body.length < 2) return fail('connection reset', 1)
        arrive({ ...answer, body: answer.body.slice(0, chance.between(1, answer.body.length - 1)) })
      }),
    'proxy error before the server': (way) => instead(way, html(chance.pick([500, 502, 503]), '<h1>Bad gateway</h1>')),
    'proxy error after the effect': ({ request, up, arrive }) =>
      roundTrip(request, up, () => arrive(html(chance.pick([502, 504]), '<h1>Gateway timeout</h1>'))),
    'server unavailable': (way) => instead(way, ours(chance.pick([500, 503]), 'unavailable')),
    'too many requests': (way) =>
      instead(way, ours(429, 'rate_limited', { 'retry-after': String(chance.between(5, 90)) })),
    'captive portal page': (way) => instead(way, html(200, '<title>Welcome to our Wi-Fi</title>')),
    'captive portal redirect': ({ up, fail }) => fail('redirect', up),
    'signed-out answer': (way) => instead(way, ours(401, 'unauthenticated')),
    "another user's answer": ({ request, up, arrive }) =>
      time.in(up, async () => {
        arrive(await ports.reachAsOther({ ...request, method: 'GET', path: '/api/medications', body: null }))
      }),
    'old list from a cache': (way) => instead(way, chance.pick(lists)),
    'client too old': ({ request, up, arrive }) =>
      roundTrip({ ...request, headers: { ...request.headers, [PROTOCOL_HEADER]: '0' } }, up, arrive),
    'batch refused as a whole': (way) => {
      ports.refusedAsAWhole(way.request)
      instead(way, ours(413, 'too_large'))
    },
  }

  const CROWD: Record<CrowdFault, (way: Way) => unknown> = {
    'held at the door': ({ request, up, arrive }) =>
      time.in(up, async () => {
        await ports.waitForOthers()
        const answer = await ports.reach(request)
        time.in(latency(), () => arrive(answer))
      }),
    'twice at once': ({ request, up, arrive }) =>
      time.in(up, async () => {
        const [answer] = await Promise.all([ports.reach(request), ports.reach(request)])
        time.in(latency(), () => arrive(answer))
      }),
  }

  return function send(request: WireRequest, done: (arrival: Arrival) => void): void {
    let open = true
    const finish = (arrival: Arrival) => {
      if (!open) return
      open = false
      done(arrival)
    }
    const arrive = (answer: WireAnswer) => finish({ answer })
    const fail = (failed: string, ms: number) => void time.in(ms, () => finish({ failed }))
    if (isUndisturbed(request) && !ports.offline() && !ports.scripted()) {
      time.in(0, async () => arrive(await ports.reach(request)))
      return
    }
    const drawn = ports.calm() || isUndisturbed(request) ? null : wireFault(chance, request)
    if (ports.offline()) {
      fail('no network', 5)
      return
    }
    const fault = drawn && possible(drawn, request) ? drawn : null
    const crowded = fault || ports.calm() ? null : crowdFault(crowd, request)
    if (fault || crowded) {
      count(report, 'faults', fault ?? crowded ?? '')
      ports.note(`  ${fault ?? crowded}: ${request.method} ${request.path}`)
    }
    fail('the time limit', TIME_LIMIT)
    const scripted = ports.scripted()
    if (scripted) {
      time.in(latency(), async () => {
        const answer = await scripted(request, ports.reach)
        if (answer) time.in(latency(), () => arrive(answer))
        else fail('connection reset', 1)
      })
      return
    }
    const way = { request, up: latency(), arrive, fail }
    if (fault) FAULTS[fault](way)
    else if (crowded) CROWD[crowded](way)
    else plainly(way)
  }
}

/** Returns the answer as `fetch` would. */
export const responseOf = ({ status, headers, body }: WireAnswer): Response =>
  new Response(status === 304 ? null : body, { status, headers: withoutLength(headers) })

/** A body cut on the way is shorter than announced; `Response` keeps the header as it is given. */
const withoutLength = ({ 'content-length': _, ...headers }: Record<string, string>) => headers
