import { formatDate, formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { confirmAnswer } from '#domain/protocol/prescriptions.ts'
import type { ScanType, UploadMethod } from '#domain/records/prescription.ts'
import type { ToastInput } from '#src/ui/toast-store.ts'

export const SCAN_TYPE_LABELS: Record<ScanType, string> = {
  prescription: 'Prescription',
  appointment: 'Appointment Card',
}

export const METHOD_LABELS: Record<UploadMethod, string> = { camera: 'Camera', upload: 'Upload' }

/** Returns `Nov 5, 2026 at 6:00 PM` in the plan zone (readings, Formats). */
export function momentText(instant: string, zone: string): string {
  const { date, time } = localAt(Date.parse(instant), zone)
  return `${formatDate(date)} at ${formatTime12(time)}`
}

/** Returns the progress of an upload; `share` of the picture that has been sent, from 0 to 1. */
export const progressText = (share: number): string =>
  share < 1 ? `Uploading, ${Math.floor(share * 100)} %` : 'Reading the picture'

/**
 * Returns why a picture stays on this device. The device may be online without noticing that the network carries
 * nothing.
 */
export const keptToast = (isOnline: boolean): ToastInput =>
  isOnline
    ? {
        title: 'Upload failed',
        description: 'The picture is kept on this device and sent again.',
        tone: 'destructive',
      }
    : { title: 'Saved on this device', description: 'The picture is read when you are back online.' }

/** Returns what adding did (specification, section 8): `names` are those that already existed. */
export function addedToast({ count, skippedDuplicates: names }: ReturnType<typeof confirmAnswer.parse>): ToastInput {
  if (names.length === 0) return { title: 'Success', description: `${medications(count)} added` }
  const had = `You already have ${names.join(', ')}.`
  if (count === 0) return { title: 'Already exists', description: had }
  return { title: 'Partially added', description: `${medications(count)} added. ${had}` }
}

const medications = (count: number): string => (count === 1 ? '1 medication' : `${count} medications`)
