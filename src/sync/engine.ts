import { toInstant } from '#domain/lib/instant.ts'
import type { Gate } from './classify.ts'
import { type Attempt, type DrainEnd, type DrainPorts, drain } from './drain.ts'
import type { DrainLock, SyncClock, SyncStore, Transport } from './ports.ts'
import { type PullEnd, pull } from './pull.ts'

export interface SyncPorts {
  store: SyncStore
  transport: Transport
  lock: DrainLock
  clock: SyncClock
  /** The user whose data this is; answers about another one are dropped (DESIGN §5.8). */
  user: string
  /** False as soon as the person signed out on this device. */
  mayGoOn(): Promise<boolean>
  onAttempt?(attempt: Attempt): void
}

/** How a pass ended. `busy`: another tab or worker is at it. */
export type PassEnd =
  | { kind: 'synced' }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'temporary'; after: number | null }
  | { kind: 'busy' }

/** What a pass should do. A worker that only delivers leaves `pull` out. */
export interface PassOptions {
  pull: boolean
}

/** One pass: send what waits, then fetch what is new. The lock is held for this pass only (DESIGN §5.7). */
export async function syncPass(ports: SyncPorts, options: PassOptions): Promise<PassEnd> {
  let end: PassEnd = { kind: 'busy' }
  await ports.lock.run(async () => {
    end = await passInsideLock(ports, options)
  })
  return end
}

async function passInsideLock(ports: SyncPorts, options: PassOptions): Promise<PassEnd> {
  const inner: DrainPorts = { ...ports, onAttempt: ports.onAttempt ?? (() => {}) }
  const drained: DrainEnd = await drain(inner)
  if (drained.kind !== 'empty') return drained
  if (!options.pull) return { kind: 'synced' }
  const pulled: PullEnd = await pull(inner)
  if (pulled.kind !== 'fresh') return pulled
  await ports.store.markSynced(toInstant(ports.clock.now()))
  return { kind: 'synced' }
}
