import type { Clock } from '../../platform/clock.ts'
import { networkOf } from '../../platform/network.ts'

/** Limits for one network address. */
export interface VisitorLimits {
  /** Connections at a time. */
  atOnce: number
  /** Connections and mails within an hour, counted separately. */
  anHour: number
}

const HOUR = 3_600_000
/** How many addresses are remembered; beyond that, the oldest are forgotten. */
const REMEMBERED = 10_000

interface Visitor {
  open: number
  since: number
  connections: number
  mails: number
}

/**
 * Counts what each address does (for IPv6, each /64 network), and the saved mails of all addresses, at most
 * `keptAnHour` within an hour.
 */
export function visitors(limits: VisitorLimits, keptAnHour: number, clock: Clock) {
  const known = new Map<string, Visitor>()
  const all = { since: clock.now(), kept: 0 }

  function of(address: string): Visitor {
    const key = networkOf(address)
    const now = clock.now()
    let visitor = known.get(key)
    if (!visitor || (visitor.open === 0 && now - visitor.since >= HOUR)) {
      visitor = { open: 0, since: now, connections: 0, mails: 0 }
      known.delete(key)
      known.set(key, visitor)
      forgetOldest()
    } else if (now - visitor.since >= HOUR) Object.assign(visitor, { since: now, connections: 0, mails: 0 })
    return visitor
  }

  function forgetOldest(): void {
    for (const [key, { open }] of known) {
      if (known.size <= REMEMBERED) return
      if (open === 0) known.delete(key)
    }
  }

  function keptSoFar(): number {
    const now = clock.now()
    if (now - all.since >= HOUR) Object.assign(all, { since: now, kept: 0 })
    return all.kept
  }

  return {
    /** Returns whether no more mails are accepted for now, from anyone. */
    isFull: (): boolean => keptSoFar() >= keptAnHour,
    kept(): void {
      all.kept = keptSoFar() + 1
    },
    /** Returns whether the connection may stay; if so, `left` must be called when it ends. */
    mayEnter(address: string): boolean {
      const visitor = of(address)
      if (visitor.open >= limits.atOnce || visitor.connections >= limits.anHour) return false
      visitor.open += 1
      visitor.connections += 1
      return true
    },
    left(address: string): void {
      const visitor = of(address)
      visitor.open = Math.max(0, visitor.open - 1)
    },
    mayWrite(address: string): boolean {
      const visitor = of(address)
      visitor.mails += 1
      return visitor.mails <= limits.anHour
    },
  }
}
