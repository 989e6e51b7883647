import { readHistory } from '#domain/protocol/prescriptions.ts'
import { readKnownUser } from '#src/data/device-store.ts'
import { createScanStore } from '#src/data/scan-history.ts'
import { createDrainLock, scanLockName } from '#src/platform/drain-lock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { useScanState } from '#src/session/scans.ts'
import { listPass } from '#src/sync/lane-list.ts'
import { type LaneOptions, runLane } from './run-lane.ts'

/** Keeps the history of scans on this device for the life of this page. Answers what ends it. */
export function startScanLane({ db, user, onNewEpoch }: LaneOptions): () => void {
  const ports = {
    store: createScanStore(db),
    transport: createHttpTransport(user),
    lock: createDrainLock(user, 0, scanLockName),
    user,
    mayGoOn: async () => (await readKnownUser())?.id === user,
    onNewEpoch,
  }
  const lane = runLane({
    user,
    list: 'prescriptions',
    pass: () => listPass(ports, { path: '/api/prescriptions', read: readHistory }),
    onEnd: (end) => useScanState.setState({ end }),
    hasWrites: false,
  })
  useScanState.setState({ lane })
  return () => {
    lane.stop()
    useScanState.setState({ lane: null, end: null })
  }
}
