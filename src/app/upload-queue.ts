import { Dexie } from 'dexie'
import { readHistory } from '#domain/protocol/prescriptions.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser } from '#src/data/device-store.ts'
import type { PictureListName } from '#src/data/stored-rows.ts'
import { createScanStore, createUploadStore } from '#src/data/upload-queue.ts'
import { type ChannelMessage, openChannel } from '#src/platform/channel.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createUploadTransport, watchedUploads } from '#src/platform/document-transport.ts'
import { createDrainLock, documentLockName, scanLockName } from '#src/platform/drain-lock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import type { Whose } from '#src/platform/whose.ts'
import { useUploads } from '#src/session/documents.ts'
import { useScanState } from '#src/session/scans.ts'
import { noteStorageFault } from '#src/session/storage-fault.ts'
import type { Attempt } from '#src/sync/drain.ts'
import type { PassEnd, PassOptions } from '#src/sync/engine.ts'
import { createScheduler } from '#src/sync/scheduler.ts'
import { listPass, uploadPass } from '#src/sync/upload-queue.ts'

export interface UploadQueueOptions {
  db: DosewellDatabase
  whose: Whose
  /** Lets sync take over a new epoch. */
  onNewEpoch(): void
  /** A change of a document was attempted. */
  onAttempt(attempt: Attempt): void
}

/**
 * Sends pictures and keeps their lists up to date for the life of this page, separately from sync so that a picture
 * never delays a dose (S12.1). Returns a function that stops it.
 */
export function startUploadQueue(options: UploadQueueOptions): () => void {
  const ends = [startDocuments(options), startScans(options)]
  return () => {
    for (const end of ends) end()
  }
}

const portsOf = ({ whose, onNewEpoch }: UploadQueueOptions, lockName: (user: string) => string) => ({
  lock: createDrainLock(whose.person, 0, lockName),
  user: whose.person,
  mayGoOn: async () => (await readKnownUser())?.id === whose.account,
  onNewEpoch,
})

function startDocuments(options: UploadQueueOptions): () => void {
  const setProgress = (key: string, share: number | null) =>
    useUploads.setState(({ progress: { [key]: _before, ...others } }) => ({
      progress: share === null ? others : { ...others, [key]: share },
    }))
  const uploads = watchedUploads(setProgress)
  const ports = {
    ...portsOf(options, documentLockName),
    store: createUploadStore(options.db, deviceClock),
    transport: createUploadTransport(options.whose, uploads.carry),
    onAttempt: options.onAttempt,
  }
  const queue = keepPassing({
    user: options.whose.person,
    list: 'documents',
    pass: ({ pull }) => uploadPass(ports, { pull }),
    onEnd: (end) => useUploads.setState({ end }),
    hasWrites: true,
  })
  useUploads.setState({ queue: { request: queue.request, abort: uploads.abort } })
  return () => {
    queue.stop()
    useUploads.setState({ queue: null, progress: {}, end: null })
  }
}

/** Sends the documents that wait, once. */
export function sendDocuments({ db, whose }: Pick<UploadQueueOptions, 'db' | 'whose'>): Promise<PassEnd> {
  const uploads = watchedUploads(() => {})
  const ports = {
    ...portsOf({ db, whose, onNewEpoch: () => {}, onAttempt: () => {} }, documentLockName),
    store: createUploadStore(db, deviceClock),
    transport: createUploadTransport(whose, uploads.carry),
  }
  return uploadPass(ports, { pull: false })
}

/** Keeps the scan history on this device up to date. */
function startScans(options: UploadQueueOptions): () => void {
  const ports = {
    ...portsOf(options, scanLockName),
    store: createScanStore(options.db),
    transport: createHttpTransport(options.whose),
  }
  const queue = keepPassing({
    user: options.whose.person,
    list: 'prescriptions',
    pass: () => listPass(ports, { path: '/api/prescriptions', read: readHistory }),
    onEnd: (end) => useScanState.setState({ end }),
    hasWrites: false,
  })
  useScanState.setState({ queue })
  return () => {
    queue.stop()
    useScanState.setState({ queue: null, end: null })
  }
}

interface PassesToKeep {
  user: string
  list: PictureListName
  pass(options: PassOptions): Promise<PassEnd>
  onEnd(end: PassEnd): void
  /** Whether this device writes to the list: then it also fetches after another page has settled something. */
  hasWrites: boolean
}

interface KeptPasses {
  request(): void
  stop(): void
}

/**
 * Runs passes: immediately, when the network or the page returns, and on change notifications, which sync passes on
 * within this page and to others.
 */
function keepPassing({ user, list, pass, onEnd, hasWrites }: PassesToKeep): KeptPasses {
  const scheduler = createScheduler({
    pass,
    clock: deviceClock,
    timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    onEnd,
    onError(error) {
      // A sign-out deleted the database under a pass requested earlier.
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

/** Requests a pass when a change notification names another version of the list than the previous one. */
function hearing(user: string, list: PictureListName, request: () => void): (message: ChannelMessage) => void {
  let told = ''
  return (message) => {
    if (message.kind !== 'versions' || message.versions.user !== user) return
    const { epoch, [list]: version } = message.versions
    const now = `${epoch} ${version}`
    if (now !== told) request()
    told = now
  }
}
