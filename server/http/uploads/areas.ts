import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import { IMPORT_BYTES } from '#domain/protocol/import.ts'
import { RECORDING_BYTES, RECORDING_FIELD } from '#domain/protocol/voice.ts'
import type { UploadMetrics, UploadRefusal } from '../../metrics/uploads.ts'
import type { DiskWatch } from '../../platform/disk-watch.ts'
import { type SlotLimits, type UploadSlots, uploadSlots } from './slots.ts'
import { fileSpool, type Spool } from './spool.ts'

/** One kind of file that people send. */
export interface UploadArea {
  /** The field of the form that has the file. */
  field: string
  /** Bytes that the file may have. */
  most: number
  /** What is said of a larger one. */
  tooLarge: string
  slots: UploadSlots
  spool: Spool
  /** Hears of what was not taken. */
  onRefused(why: UploadRefusal): void
}

/** Everything that people send as files. */
export interface Uploads {
  pictures: UploadArea
  recordings: UploadArea
  imports: UploadArea
}

/** As many as wait for the one process that decodes pictures (documents/picture-workshop.ts) beside the one it works on. */
const PICTURES: SlotLimits = { perAccount: 2, perServer: 8, waitingPerAccount: 4, waiting: 24, wait: 20_000 }
/** Each is in memory while the speech service listens to it. */
const RECORDINGS: SlotLimits = {
  perAccount: 1,
  perServer: 6,
  waitingPerAccount: 1,
  waiting: 12,
  wait: 10_000,
}
/** Reading an export takes memory and time. */
const IMPORTS: SlotLimits = { perAccount: 1, perServer: 2, waitingPerAccount: 0, waiting: 8, wait: 20_000 }

/** The places and the room for the uploads of one server. */
export function uploadAreas(dataDir: string, disk: DiskWatch, metrics: UploadMetrics): Uploads {
  const spool = fileSpool(dataDir, disk, metrics.spooled)
  const shared = { spool, onRefused: metrics.refused }
  return {
    pictures: {
      field: 'image',
      most: DOCUMENT_BYTES,
      tooLarge: 'The picture is larger than 15 MB.',
      slots: uploadSlots(PICTURES),
      ...shared,
    },
    recordings: {
      field: RECORDING_FIELD,
      most: RECORDING_BYTES,
      tooLarge: 'The recording is larger than 10 MB. Please say it in parts.',
      slots: uploadSlots(RECORDINGS),
      ...shared,
    },
    imports: {
      field: 'file',
      most: IMPORT_BYTES,
      tooLarge: 'The file is larger than 2 GB.',
      slots: uploadSlots(IMPORTS),
      ...shared,
    },
  }
}
