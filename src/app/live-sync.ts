import { Dexie } from 'dexie'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser } from '#src/data/device-store.ts'
import { createSyncStore } from '#src/data/sync-store.ts'
import { openChannel } from '#src/platform/channel.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createDrainLock } from '#src/platform/drain-lock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { announceNetworkBack } from '#src/platform/network-back.ts'
import type { Whose } from '#src/platform/whose.ts'
import type { SyncPhase } from '#src/session/session.ts'
import { noteStorageFault } from '#src/session/storage-fault.ts'
import { createBatchSize } from '#src/sync/batch-size.ts'
import type { Attempt } from '#src/sync/drain.ts'
import { type PassEnd, syncPass } from '#src/sync/engine.ts'
import { createScheduler } from '#src/sync/scheduler.ts'
import { signedOutElsewhere } from './auth.ts'
import { listenForChanges } from './change-notifications.ts'

export interface LiveSync {
  request(): void
  /** Something was written here. */
  deliver(): void
  stop(): void
}

export interface LiveSyncOptions {
  db: DosewellDatabase
  whose: Whose
  /** The address of the event stream, which may be about more people. */
  stream: string
  onPhase(phase: SyncPhase): void
  /** The server announced the commit that last changed the user or what they may do. */
  onProfile(seq: number | undefined): void
  /** The event stream ended, perhaps because somebody is no longer shared with the account. */
  onInterrupted(): void
  /** A write from the outbox was attempted. */
  onAttempt(attempt: Attempt): void
}

/**
 * Starts sync for the life of this page: passes on start, on writes, on change notifications and when the network or
 * the page returns.
 */
export function startLiveSync({
  db,
  whose,
  stream,
  onPhase,
  onProfile,
  onInterrupted,
  onAttempt,
}: LiveSyncOptions): LiveSync {
  const channel = openChannel()
  const { person: user, account } = whose
  const ports = {
    store: createSyncStore(db, deviceClock),
    transport: createHttpTransport(whose),
    lock: createDrainLock(user, 0),
    clock: deviceClock,
    batchSize: createBatchSize(),
    user,
    withoutProfile: user !== account,
    mayGoOn: async () => (await readKnownUser())?.id === account,
    onAttempt,
  }
  /** Whether this page's last pass got an answer. Requests made elsewhere before the first pass may have had none. */
  let isAnswered = false
  const scheduler = createScheduler({
    pass: (options) => syncPass(ports, options),
    clock: deviceClock,
    timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    onEnd(end) {
      const phase = phaseOf(end)
      onPhase(phase)
      if (phase.kind !== 'unreachable' && !isAnswered) announceNetworkBack()
      isAnswered = phase.kind !== 'unreachable'
      if (end.kind === 'synced') changes.revive()
    },
    onError(error) {
      // A sign-out deleted the database under a pass requested earlier: there is nothing left to sync.
      if (error instanceof Dexie.DatabaseClosedError || noteStorageFault(error)) return
      reportError(error)
    },
  })

  const changes = listenForChanges({
    user,
    account,
    path: stream,
    channel,
    random: deviceClock.random,
    onError: reportError,
    onVersions: (versions) => {
      scheduler.request(versions)
      onProfile(versions.profile)
    },
    onRefused: () => scheduler.request(),
    onInterrupted,
  })
  const unlisten = channel.listen((message) => {
    if (message.kind === 'changed') scheduler.request()
    if (message.kind === 'signed-out' && message.user === account) signedOutElsewhere()
  })
  const wake = () => scheduler.request()
  addEventListener('online', wake)
  addEventListener('pageshow', wake)
  document.addEventListener('resume', wake)
  scheduler.request()

  return {
    request: () => scheduler.request(),
    // While the stream is alive nothing new is missed: a write costs one request, without two reads after it.
    deliver: () => (changes.areHeard() ? scheduler.deliver() : scheduler.request()),
    stop() {
      scheduler.stop()
      changes.stop()
      unlisten()
      channel.close()
      removeEventListener('online', wake)
      removeEventListener('pageshow', wake)
      document.removeEventListener('resume', wake)
    },
  }
}

/**
 * Returns the phase to show. `busy` means that another tab is syncing; its result shows in the database that both read.
 */
function phaseOf(end: PassEnd): SyncPhase {
  if (end.kind === 'gate') return end
  return end.kind === 'temporary' ? { kind: 'unreachable' } : { kind: 'synced' }
}
