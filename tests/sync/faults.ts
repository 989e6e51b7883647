import type { Chance } from './prng.ts'

/** What may happen to one request on its way. */
export const WIRE_FAULTS = [
  'request lost',
  'answer lost',
  'delivered twice',
  'answer delayed',
  'arrives after the time limit',
  'hangs',
  'body cut',
  'proxy error before the server',
  'proxy error after the effect',
  'server unavailable',
  'too many requests',
  'captive portal page',
  'captive portal redirect',
  'signed-out answer',
  "another user's answer",
  'old list from a cache',
  'client too old',
  'batch refused as a whole',
] as const
export type WireFault = (typeof WIRE_FAULTS)[number]

/** What may happen to a write at the server's entrance: it enters together with others, or twice. */
export const CROWD_FAULTS = ['held at the door', 'twice at once'] as const
export type CrowdFault = (typeof CROWD_FAULTS)[number]

/** What may happen to a device, to the account or to the server. */
export const WORLD_FAULTS = [
  'device restart',
  'server restart',
  'clock jump',
  'storage quota',
  'transaction aborted',
  'offline',
  'session revoked',
  'other user in the cookie',
  'consent withdrawn',
  'change notification lost',
  'carried rows lost',
  'carried rows doubled',
  'carried rows overtaken',
  'worker delivery',
  'second tab',
  'several writes inside at once',
  'server snapshot',
  'server replaced',
  'server account lost',
  'server restore',
  'server restore without its journal',
  'sign-out',
] as const
export type WorldFault = (typeof WORLD_FAULTS)[number]

/** How often a request on a troubled network meets one of the faults. */
const TROUBLE = 0.2
/** How often it is the fault that only batches can meet; batches are rare. */
const BATCH_TROUBLE = 0.05

/** How often it is a replay that meets one. */
const REPLAY_TROUBLE = 0.3

interface Request {
  method: string
  path: string
  body: string | null
}

/** Whether the request replays something to a restored server. */
export const isReplay = ({ path, body }: Request): boolean =>
  path === '/api/batch' && body !== null && body.includes('"originalSeq"')

/** Draws the fault of the next request, or null. */
export function wireFault(chance: Chance, request: Request): WireFault | null {
  const trouble = chance.chance(TROUBLE)
  const fault = chance.pick(WIRE_FAULTS)
  if (isReplay(request) && chance.chance(REPLAY_TROUBLE)) return 'batch refused as a whole'
  if (request.path === '/api/batch' && chance.chance(BATCH_TROUBLE)) return 'batch refused as a whole'
  return trouble ? fault : null
}

/** How often a write has to wait at the entrance, and how often it enters twice. */
const HELD = 0.15
const TWICE = 0.05

/** Draws what happens to the request at the entrance, or null. Reads enter straight away. */
export function crowdFault(chance: Chance, { method }: { method: string }): CrowdFault | null {
  const draw = chance.next()
  if (method === 'GET') return null
  if (draw < HELD) return 'held at the door'
  return draw < HELD + TWICE ? 'twice at once' : null
}
