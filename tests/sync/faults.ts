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
  'poke lost',
  'worker delivery',
  'sign-out',
] as const
export type WorldFault = (typeof WORLD_FAULTS)[number]

export type Fault = WireFault | WorldFault

/** How often a request of a troubled network meets one of the faults. */
const TROUBLE = 0.2
/** How often it is the one that only batches meet, which are rare themselves. */
const BATCH_TROUBLE = 0.05

/** The fault of the next request, or null. */
export function wireFault(chance: Chance, { path }: { path: string }): WireFault | null {
  const trouble = chance.chance(TROUBLE)
  const fault = chance.pick(WIRE_FAULTS)
  if (path === '/api/batch' && chance.chance(BATCH_TROUBLE)) return 'batch refused as a whole'
  return trouble ? fault : null
}
