import { toInstant } from '#domain/lib/instant.ts'
import type { Versions } from '#domain/protocol/events.ts'
import type { PullEnd } from './ask.ts'
import { type BatchSize, createBatchSize } from './batch-size.ts'
import type { Gate } from './classify.ts'
import { type Attempt, type DrainEnd, type DrainPorts, drain, nextToSend } from './drain.ts'
import { inEpoch } from './epoch.ts'
import type { DrainLock, SyncClock, SyncStore, Transport } from './ports.ts'
import { pull } from './pull.ts'

export interface SyncPorts {
  store: SyncStore
  transport: Transport
  lock: DrainLock
  clock: SyncClock
  /** The user whose data this is; answers about another one are dropped (docs/sync-spec.md, S8). */
  user: string
  /** True for somebody without sign-in, who has no profile (S14). */
  withoutProfile?: boolean
  /** False as soon as the user has signed out on this device. */
  mayGoOn(): Promise<boolean>
  onAttempt?(attempt: Attempt): void
  /** Shared by all passes of a page, so that what it learned about the network is remembered. */
  batchSize?: BatchSize
}

/** How a pass ended. `busy`: another tab or worker is running one. */
export type PassEnd =
  | { kind: 'synced' }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'temporary'; after: number | null }
  | { kind: 'busy' }

/** What a pass should do. A worker that only delivers leaves `pull` out. */
export interface PassOptions {
  pull: boolean
  /** The versions from a change notification; if absent, everything is fetched. */
  upTo?: Versions | undefined
}

/**
 * Runs one pass: sends what waits, then fetches what is new. The lock is held for this pass only (docs/sync-spec.md,
 * S7).
 */
export async function syncPass(ports: SyncPorts, options: PassOptions): Promise<PassEnd> {
  let end: PassEnd = { kind: 'busy' }
  await ports.lock.run(async () => {
    end = await passInsideLock(ports, options)
  })
  return end
}

/** A server that keeps announcing new epochs is not followed forever. */
const EPOCHS_OF_ONE_PASS = 3

async function passInsideLock(ports: SyncPorts, options: PassOptions): Promise<PassEnd> {
  const batchSize = ports.batchSize ?? createBatchSize()
  for (let begun = 0; begun <= EPOCHS_OF_ONE_PASS; begun += 1) {
    const inner = { ...ports, onAttempt: ports.onAttempt ?? (() => {}), batchSize }
    const end = await sendAndFetch(inner, options)
    if (end.kind === 'empty' || end.kind === 'fresh') {
      if (options.pull) {
        await ports.store.markSynced(toInstant(ports.clock.now()), options.upTo)
        await goOnRereading(inner)
      }
      return { kind: 'synced' }
    }
    if (end.kind !== 'new-epoch') return end
    await ports.store.startEpoch({ epoch: end.epoch, restoredSeq: end.restoredSeq })
  }
  return { kind: 'temporary', after: null }
}

/** Reads the log again where that is noted (S4.9): once after some updates of the app, so the code is loaded late. */
async function goOnRereading(ports: DrainPorts): Promise<void> {
  if (!(await ports.store.readState()).reread) return
  const late = await import('./reread.ts').catch(() => null)
  await late?.rereadLog(ports)
}

/**
 * Sends first what a restored server lost, then what waits, and then fetches what is new: in the opposite order, lists
 * would remove records.
 */
async function sendAndFetch(ports: DrainPorts, { pull: isFetching, upTo }: PassOptions): Promise<DrainEnd | PullEnd> {
  // Before anything is sent: another device's dose is on screen sooner, and takes nothing away from what waits.
  if (upTo?.log && (await ports.mayGoOn())) await ports.store.takeCarried(upTo)
  // Read together: one after the other, they would take longer than everything else in a pass with nothing to do.
  const [{ epoch }, hasToReplay, first] = await Promise.all([
    ports.store.readState(),
    ports.store.hasToReplay(),
    nextToSend(ports),
  ])
  const inner = { ...ports, transport: inEpoch(ports, epoch) }
  if (hasToReplay) {
    const { replay } = await import('./replay.ts')
    const given = await replay(inner)
    if (given.kind !== 'empty') return given
  }
  const drained = await drain(inner, hasToReplay ? undefined : first)
  return drained.kind === 'empty' && isFetching ? pull(inner, upTo) : drained
}
