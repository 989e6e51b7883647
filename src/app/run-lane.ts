import { Dexie } from 'dexie'
import type { DosewellDatabase, LaneListName } from '#src/data/database.ts'
import { type ChannelMessage, openChannel } from '#src/platform/channel.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { noteStorageFault } from '#src/session/storage-fault.ts'
import type { PassEnd, PassOptions } from '#src/sync/engine.ts'
import { createScheduler } from '#src/sync/scheduler.ts'

/** What a lane of this page needs. */
export interface LaneOptions {
  db: DosewellDatabase
  user: string
  /** Lets the main lane take over a new epoch. */
  onNewEpoch(): void
}

interface LaneToRun {
  user: string
  list: LaneListName
  pass(options: PassOptions): Promise<PassEnd>
  onEnd(end: PassEnd): void
  /** Whether this device writes to the list: then what another page of it settled is asked for too. */
  hasWrites: boolean
}

/** A lane beside the main one that runs on this page. */
export interface RunningLane {
  request(): void
  stop(): void
}

/**
 * Runs the passes of a lane for the life of this page: at once, when the network or the page comes back, and on pokes, which the main
 * lane passes on in this page as in others.
 */
export function runLane({ user, list, pass, onEnd, hasWrites }: LaneToRun): RunningLane {
  const scheduler = createScheduler({
    pass,
    clock: deviceClock,
    timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    onEnd,
    onError(error) {
      // Sign-out has deleted the database under a pass that was asked for before.
      if (error instanceof Dexie.DatabaseClosedError || noteStorageFault(error)) return
      reportError(error)
    },
  })
  const request = () => scheduler.request()
  const channel = openChannel()
  const onVersions = hearing(user, list, request)
  const unlisten = channel.listen((message) => {
    if (message.kind === 'changed' && hasWrites) request()
    onVersions(message)
  })
  const unwatch = onNetworkBack(request)
  addEventListener('pageshow', request)
  request()
  return {
    request,
    stop() {
      scheduler.stop()
      unlisten()
      unwatch()
      channel.close()
      removeEventListener('pageshow', request)
    },
  }
}

/** Asks when a poke tells of another version of the list than the one before. */
function hearing(user: string, list: LaneListName, request: () => void): (message: ChannelMessage) => void {
  let told = ''
  return (message) => {
    if (message.kind !== 'versions' || message.versions.user !== user) return
    const { epoch, [list]: version } = message.versions
    const now = `${epoch} ${version}`
    if (now !== told) request()
    told = now
  }
}
