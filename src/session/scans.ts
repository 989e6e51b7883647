import { create } from 'zustand'
import type { Prescription } from '#domain/records/prescription.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { blameScan, dropScan, readKeptScans, readScanHistory } from '#src/data/upload-queue.ts'
import { withLock } from '#src/platform/locks.ts'
import { type RunningScan, uploadScan } from '#src/platform/scan-calls.ts'
import type { Whose } from '#src/platform/whose.ts'
import type { PassEnd } from '#src/sync/engine.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'

interface ScanState {
  /** What maintains the history on this page, while it runs (started by src/app/upload-queue.ts). */
  queue: { request(): void } | null
  /** How its last pass ended; null before the first one. */
  end: PassEnd | null
}

export const useScanState = create<ScanState>(() => ({ queue: null, end: null }))

/** Asks to bring the server up to date with the history, after a change here or at the user's request. */
export const askForHistory = (): void => useScanState.getState().queue?.request()

/** Returns the scan history on this device; undefined until local storage has been read. */
export function useScanHistory() {
  const { db } = useSession()
  return useLiveQuery(() => readScanHistory(db), [db])
}

/** Returns the pictures waiting on this device; undefined until local storage has been read. */
export function useKeptScans(): KeptScan[] | undefined {
  const { db } = useSession()
  return useLiveQuery(() => readKeptScans(db), [db])
}

/** Returns whether a picture is to be sent as soon as that is possible. */
export const isToBeSent = ({ problem, isShared = false }: KeptScan): boolean => problem === null && !isShared

type Upload = (whose: Whose, scan: KeptScan, onSent: () => void) => Pick<RunningScan, 'answer'>

/**
 * Has the server read what is waiting on this device, one by one and in one tab at a time. Returns what was read.
 * Pictures the server will never accept stay, with its sentence; if it does not answer, the rest waits.
 */
export async function deliverScans(
  db: DosewellDatabase,
  whose: Whose,
  upload: Upload = uploadScan,
): Promise<Prescription[]> {
  if (!(await readKeptScans(db)).some(isToBeSent)) return []
  return withLock(`dosewell-scans-${whose.person}`, {}, async () => {
    const read: Prescription[] = []
    for (const scan of (await readKeptScans(db)).filter(isToBeSent)) {
      const answer = await upload(whose, scan, () => {}).answer
      if (answer.kind === 'read') {
        await dropScan(db, scan.id)
        read.push(answer.prescription)
      } else if (answer.kind === 'refused' && answer.isFinal) await blameScan(db, scan.id, answer.message)
      else break
    }
    return read
  })
}
