import { useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { newId, type PrescriptionId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Prescription, ScanType, UploadMethod } from '#domain/records/prescription.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { keepScan } from '#src/data/upload-queue.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type RunningScan, uploadScan } from '#src/platform/scan-calls.ts'
import { notStored } from '#src/session/saving.ts'
import { askForHistory } from '#src/session/scans.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { keptToast } from './scan-text.ts'

/** A picture ready to be read, and what it shows. */
export interface Picture {
  image: Blob
  scanType: ScanType
  uploadMethod: UploadMethod
}

/** The outcome for a picture: read, saved for later, or neither (which was reported). */
export type Outcome = { kind: 'read'; prescription: Prescription } | { kind: 'kept' } | { kind: 'failed' }

/** Has a picture read by the server; while offline it is saved on this device until there is a connection. */
export function useScan() {
  const { db, whose } = useSession()
  /** How much has been sent, from 0 to 1; null while nothing runs. */
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<RunningScan | null>(null)
  const isCancelled = useRef(false)

  const keep = async (scan: KeptScan): Promise<Outcome> => {
    try {
      await keepScan(db, scan)
    } catch (error) {
      const problem = notStored(error)
      if (!problem) throw error
      toast({ title: t('Upload failed'), description: problem.error, tone: 'destructive' })
      return { kind: 'failed' }
    }
    toast(keptToast(navigator.onLine))
    return { kind: 'kept' }
  }

  const send = async (picture: Picture): Promise<Outcome> => {
    const id = newId<PrescriptionId>(deviceClock)
    const scan = { ...picture, id, createdAt: toInstant(deviceClock.now()), problem: null }
    if (!navigator.onLine) return keep(scan)
    isCancelled.current = false
    setShare(0)
    running.current = uploadScan(whose, scan, setShare)
    const answer = await running.current.answer
    running.current = null
    setShare(null)
    if (answer.kind === 'read') {
      askForHistory()
      return { kind: 'read', prescription: answer.prescription }
    }
    if (isCancelled.current) return { kind: 'failed' }
    if (answer.kind === 'no-answer') return keep(scan)
    toast({ title: t('Upload failed'), description: answer.message, tone: 'destructive' })
    return { kind: 'failed' }
  }

  const cancel = () => {
    isCancelled.current = true
    running.current?.cancel()
  }
  return { share, send, cancel }
}
