import { type Message, msg } from '#domain/language/message.ts'
import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import { IMPORT_BYTES } from '#domain/protocol/import.ts'
import { RECORDING_BYTES, RECORDING_FIELD } from '#domain/protocol/voice.ts'
import type { UploadMetrics, UploadRefusal } from '../../metrics/uploads.ts'
import type { DiskWatch } from '../../platform/disk-watch.ts'
import { type SlotLimits, type UploadSlots, uploadSlots } from './slots.ts'
import { fileSpool, type Spool } from './spool.ts'

/** One kind of file that users upload. */
export interface UploadArea {
  /** The form field that contains the file. */
  field: string
  /** The largest allowed size in bytes. */
  most: number
  /** The message for a larger file. */
  tooLarge: Message
  slots: UploadSlots
  spool: Spool
  /** Called with the reason when an upload is refused. */
  onRefused(why: UploadRefusal): void
}

/** All kinds of files that users upload. */
export interface Uploads {
  pictures: UploadArea
  recordings: UploadArea
  imports: UploadArea
}

/**
 * As many as can wait for the one process that decodes pictures (documents/picture-workshop.ts), plus the one it is
 * working on.
 */
const PICTURES: SlotLimits = { perAccount: 2, perServer: 8, waitingPerAccount: 4, waiting: 24, wait: 20_000 }
/** Each is in memory while the speech service transcribes it. */
const RECORDINGS: SlotLimits = {
  perAccount: 1,
  perServer: 6,
  waitingPerAccount: 1,
  waiting: 12,
  wait: 10_000,
}
/** Reading an export takes memory and time. */
const IMPORTS: SlotLimits = { perAccount: 1, perServer: 2, waitingPerAccount: 0, waiting: 8, wait: 20_000 }

/** Returns the slots and the disk space for the uploads of one server. */
export function uploadAreas(dataDir: string, disk: DiskWatch, metrics: UploadMetrics): Uploads {
  const spool = fileSpool(dataDir, disk, metrics.spooled)
  const shared = { spool, onRefused: metrics.refused }
  return {
    pictures: {
      field: 'image',
      most: DOCUMENT_BYTES,
      tooLarge: msg('The picture is larger than 15 MB.'),
      slots: uploadSlots(PICTURES),
      ...shared,
    },
    recordings: {
      field: RECORDING_FIELD,
      most: RECORDING_BYTES,
      tooLarge: msg('The recording is larger than 10 MB. Please say it in parts.'),
      slots: uploadSlots(RECORDINGS),
      ...shared,
    },
    imports: {
      field: 'file',
      most: IMPORT_BYTES,
      tooLarge: msg('The file is larger than 2 GB.'),
      slots: uploadSlots(IMPORTS),
      ...shared,
    },
  }
}
