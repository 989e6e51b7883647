import { create } from 'zustand'
import type { Prescription } from '#domain/records/prescription.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { blameScan, dropScan, readKeptScans, readScanHistory } from '#src/data/upload-queue.ts'
import { withLock } from '#src/platform/locks.ts'
import { type RunningScan, uploadScan } from '#src/platform/scan-calls.ts'
import type { PassEnd } from '#src/sync/engine.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'

interface ScanState {
  /** What keeps the history on this page, as long as it runs (src/app/upload-queue.ts starts it). */
  queue: { request(): void } | null
  /** How its last pass ended; null before the first one. */
  end: PassEnd | null
}

export const useScanState = create<ScanState>(() => ({ queue: null, end: null }))

/** Has the history brought up to the server, after something was done to it here, or because the person asks. */
export const askForHistory = (): void => useScanState.getState().queue?.request()

/** The history of scans that this device holds; undefined until it has answered. */
export function useScanHistory() {
  const { db } = useSession()
  return useLiveQuery(() => readScanHistory(db), [db])
}

/** The pictures that wait on this device; undefined until it has answered. */
export function useKeptScans(): KeptScan[] | undefined {
  const { db } = useSession()
  return useLiveQuery(() => readKeptScans(db), [db])
}

type Upload = (user: string, scan: KeptScan, onSent: () => void) => Pick<RunningScan, 'answer'>

/**
 * Has what waits on this device read by the server, one after the other and in one tab at a time. Answers what was
 * read. What the server will never take stays with its sentence; without an answer the rest waits.
 */
export async function deliverScans(
  db: DosewellDatabase,
  user: string,
  upload: Upload = uploadScan,
): Promise<Prescription[]> {
  const waiting = (scans: KeptScan[]) => scans.filter(({ problem }) => problem === null)
  if (waiting(await readKeptScans(db)).length === 0) return []
  return withLock(`dosewell-scans-${user}`, {}, async () => {
    const read: Prescription[] = []
    for (const scan of waiting(await readKeptScans(db))) {
      const answer = await upload(user, scan, () => {}).answer
      if (answer.kind === 'read') {
        await dropScan(db, scan.id)
        read.push(answer.prescription)
      } else if (answer.kind === 'refused' && answer.isFinal) await blameScan(db, scan.id, answer.message)
      else break
    }
    return read
  })
}
