import { Dexie } from 'dexie'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser } from '#src/data/device-store.ts'
import { createDocumentStore } from '#src/data/document-store.ts'
import { type ChannelMessage, openChannel } from '#src/platform/channel.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createDocumentTransport, watchedUploads } from '#src/platform/document-transport.ts'
import { createDrainLock, documentLockName } from '#src/platform/drain-lock.ts'
import { useLaneState } from '#src/session/documents.ts'
import { documentPass } from '#src/sync/document-lane.ts'
import type { Attempt } from '#src/sync/drain.ts'
import { createScheduler } from '#src/sync/scheduler.ts'

/**
 * The lane of documents for the life of this page: apart from the main one, so that a picture never delays a dose (S12.1). It hears the
 * pokes that the main lane passes on, in this page as in others. Answers what ends it.
 */
export function startDocumentLane({ db, user, onNewEpoch, onAttempt }: DocumentLaneOptions): () => void {
  const setProgress = (key: string, share: number | null) =>
    useLaneState.setState(({ progress: { [key]: _before, ...others } }) => ({
      progress: share === null ? others : { ...others, [key]: share },
    }))
  const uploads = watchedUploads(setProgress)
  const ports = {
    store: createDocumentStore(db, deviceClock),
    transport: createDocumentTransport(user, uploads.carry),
    lock: createDrainLock(user, 0, documentLockName),
    user,
    mayGoOn: async () => (await readKnownUser())?.id === user,
    onNewEpoch,
    onAttempt,
  }
  const scheduler = createScheduler({
    pass: ({ pull }) => documentPass(ports, { pull }),
    clock: deviceClock,
    timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    onEnd: (end) => useLaneState.setState({ end }),
    onError(error) {
      // Sign-out has deleted the database under a pass that was asked for before.
      if (!(error instanceof Dexie.DatabaseClosedError)) reportError(error)
    },
  })
  const request = () => scheduler.request()
  const channel = openChannel()
  const unlisten = channel.listen(hearing(user, request))
  addEventListener('online', request)
  addEventListener('pageshow', request)
  useLaneState.setState({ lane: { request, abort: uploads.abort } })
  request()
  return () => {
    scheduler.stop()
    unlisten()
    channel.close()
    removeEventListener('online', request)
    removeEventListener('pageshow', request)
    useLaneState.setState({ lane: null, progress: {}, end: null })
  }
}

interface DocumentLaneOptions {
  db: DosewellDatabase
  user: string
  /** Lets the main lane take over a new epoch. */
  onNewEpoch(): void
  /** A change of a document was tried. */
  onAttempt(attempt: Attempt): void
}

/** Asks when a poke tells of other documents than the one before, and when something was settled elsewhere on this device. */
function hearing(user: string, request: () => void): (message: ChannelMessage) => void {
  let told = ''
  return (message) => {
    if (message.kind === 'changed') request()
    if (message.kind !== 'versions' || message.versions.user !== user) return
    const { epoch, documents } = message.versions
    const now = `${epoch} ${documents}`
    if (now !== told) request()
    told = now
  }
}
