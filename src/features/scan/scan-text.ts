import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, formatTime12 } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { confirmAnswer } from '#domain/protocol/prescriptions.ts'
import type { ScanType, UploadMethod } from '#domain/records/prescription.ts'
import type { ToastInput } from '#src/ui/toast-store.ts'

export const SCAN_TYPE_LABELS: Record<ScanType, Message> = {
  prescription: msg('Prescription'),
  appointment: msg('Appointment Card'),
}

export const METHOD_LABELS: Record<UploadMethod, Message> = { camera: msg('Camera'), upload: msg('Upload') }

/** Returns `Nov 5, 2026 at 6:00 PM` in the plan zone (readings, Formats). */
export function momentText(instant: string, zone: string): string {
  const { date, time } = localAt(Date.parse(instant), zone)
  return t('{date} at {time}', { date: formatDate(date), time: formatTime12(time) })
}

/** Returns the progress of an upload; `share` of the picture that has been sent, from 0 to 1. */
export const progressText = (share: number): string =>
  share < 1 ? t('Uploading, {percent} %', { percent: Math.floor(share * 100) }) : t('Reading the picture')

/**
 * Returns why a picture stays on this device. The device may be online without noticing that the network carries
 * nothing.
 */
export const keptToast = (isOnline: boolean): ToastInput =>
  isOnline
    ? {
        title: t('Upload failed'),
        description: t('The picture is kept on this device and sent again.'),
        tone: 'destructive',
      }
    : { title: t('Saved on this device'), description: t('The picture is read when you are back online.') }

/** Returns what adding did (specification, section 8): `names` are those that already existed. */
export function addedToast({ count, skippedDuplicates: names }: ReturnType<typeof confirmAnswer.parse>): ToastInput {
  if (names.length === 0) return { title: t('Success'), description: addedText(count) }
  if (count === 0)
    return {
      title: t('Already exists'),
      description: t('You already have {medicines}.', { medicines: inRow(names) }),
    }
  return {
    title: t('Partially added'),
    description: t(
      '{count, plural, one {{count} medication added.} other {{count} medications added.}} You already have {medicines}.',
      { count, medicines: inRow(names) },
    ),
  }
}

const addedText = (count: number): string =>
  t('{count, plural, one {# medication added} other {# medications added}}', { count })
