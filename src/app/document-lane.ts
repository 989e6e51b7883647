import { readKnownUser } from '#src/data/device-store.ts'
import { createDocumentStore } from '#src/data/document-store.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createDocumentTransport, watchedUploads } from '#src/platform/document-transport.ts'
import { createDrainLock, documentLockName } from '#src/platform/drain-lock.ts'
import { useLaneState } from '#src/session/documents.ts'
import { documentPass } from '#src/sync/document-lane.ts'
import type { Attempt } from '#src/sync/drain.ts'
import { type LaneOptions, runLane } from './run-lane.ts'

interface DocumentLaneOptions extends LaneOptions {
  /** A change of a document was tried. */
  onAttempt(attempt: Attempt): void
}

/**
 * The lane of documents for the life of this page: apart from the main one, so that a picture never delays a dose (S12.1). Answers what
 * ends it.
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
  const lane = runLane({
    user,
    list: 'documents',
    pass: ({ pull }) => documentPass(ports, { pull }),
    onEnd: (end) => useLaneState.setState({ end }),
    hasWrites: true,
  })
  useLaneState.setState({ lane: { request: lane.request, abort: uploads.abort } })
  return () => {
    lane.stop()
    useLaneState.setState({ lane: null, progress: {}, end: null })
  }
}
