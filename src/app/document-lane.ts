import { Dexie } from 'dexie'
import type { Versions } from '#domain/protocol/events.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser } from '#src/data/device-store.ts'
import { createDocumentStore } from '#src/data/document-store.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createDocumentTransport, watchedUploads } from '#src/platform/document-transport.ts'
import { createDrainLock, documentLockName } from '#src/platform/drain-lock.ts'
import { useLaneState } from '#src/session/documents.ts'
import { documentPass } from '#src/sync/document-lane.ts'
import { createScheduler } from '#src/sync/scheduler.ts'

export interface DocumentLane {
  request(): void
  /** A poke: asks when the documents are others than those told of before. */
  hear(versions: Versions): void
  stop(): void
}

/** The lane of documents for the life of this page: apart from the main one, so that a picture never delays a dose (S12.1). */
export function startDocumentLane(options: {
  db: DosewellDatabase
  user: string
  /** Lets the main lane take over a new epoch. */
  onNewEpoch(): void
}): DocumentLane {
  const { db, user, onNewEpoch } = options
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
  }
  const scheduler = createScheduler({
    pass: ({ pull }) => documentPass(ports, { pull }),
    clock: deviceClock,
    timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    onEnd: (end) => useLaneState.setState({ end }),
    onError(error) {
      if (!(error instanceof Dexie.DatabaseClosedError)) reportError(error)
    },
  })
  let told = ''
  const lane = { request: () => scheduler.request(), abort: uploads.abort }
  useLaneState.setState({ lane })
  scheduler.request()
  return {
    request: lane.request,
    hear({ epoch, documents }) {
      const now = `${epoch} ${documents}`
      if (now !== told) scheduler.request()
      told = now
    },
    stop() {
      scheduler.stop()
      useLaneState.setState({ lane: null, progress: {}, end: null })
    },
  }
}
