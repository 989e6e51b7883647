import type { DocumentId, PrescriptionId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { AnyRecord, ListName } from '#domain/protocol/lists.ts'
import type { ScanType, UploadMethod } from '#domain/records/prescription.ts'
import type { WriteRefusal } from '#src/sync/ports.ts'

/**
 * An outbox row. `command` is stored as it was written; old ones are parsed leniently (domain/commands, readCommand).
 */
export interface StoredEntry {
  position: number
  key: string
  command: unknown
  /** The record it is about, which is recomputed when the entry settles. */
  recordId: string
  kind: 'medication' | 'dose' | 'supply' | 'profile' | 'appointment'
  madeAt: Instant
  state: 'waiting' | 'attention'
  refusal: WriteRefusal | null
  /**
   * The record as this device last knew it: set immediately for an edit; for a dose or a supply event, its medication,
   * set on refusal. If
   * the record was deleted elsewhere, this provides its name and restores it. Rows of earlier versions have none.
   */
  subject?: AnyRecord | undefined
}

/**
 * An acknowledged command, remembered for 35 days so that it can be replayed to a restored server (docs/sync-spec.md,
 * S11). Doses of this version are in the log instead (S11.1); those that an earlier version remembered here are
 * replayed as before.
 */
export interface AcknowledgedCommand {
  key: string
  command: unknown
  seq: number
  position: number
  at: Instant
  /** Its first sequence, once it was replayed under a later one. */
  originalSeq?: number
}

/** A record that a list no longer contained: deleted elsewhere. Remembered for 35 days, like own commands (S11.5). */
export interface SeenDeletion {
  id: string
  list: ListName
  /** The sequence of that list. */
  seq: number
  at: Instant
}

/**
 * What still has to be replayed to a restored server. A command is in `acknowledged` under the same key; the key of a
 * dose or a supply event is its own id.
 */
export interface StoredReplay {
  position: number
  key: string
  what:
    | { kind: 'deletion'; list: ListName; id: string }
    | { kind: 'record'; list: ListName; record: AnyRecord; seq: number }
    | { kind: 'command' }
    | { kind: 'dose' }
    | { kind: 'supply' }
}

/** A reminder that was announced: put-if-absent decides who announces it (docs/reminders.md). */
export interface StoredRing {
  key: string
  at: Instant
}

/** A change to a document in the upload queue (docs/sync-spec.md, S12). */
export interface StoredDocumentEntry {
  position: number
  key: string
  documentId: DocumentId
  /** Stored as it was written (domain/commands, readDocumentCommand). */
  command: unknown
  madeAt: Instant
  /** `sent`: acknowledged, and remembered for 35 days so that it can be replayed to a restored server. */
  state: 'waiting' | 'attention' | 'sent'
  refusal: WriteRefusal | null
  /** Sending has started: the server may know it. */
  isBegun?: boolean
  /** Cancelled by the user while it was being sent. */
  isCancelled?: boolean
  sent?: { seq: number; at: Instant }
}

/** A document's pictures on this device: the full one as long as it is needed here, and the thumbnail for the list. */
export interface StoredPictures {
  id: DocumentId
  image: Blob | null
  thumbnail: Blob | null
}

/** This device's state of a list of documents or scans. */
export interface PictureListState {
  etag: string | null
  seq: number
  /**
   * A list was taken over, in any epoch: an empty one is really empty, not missing. Rows from before this field existed
   * have the list's ETag instead.
   */
  isLoaded?: boolean
}

/** A picture waiting to be read, until the server has it. Sent again under the same id, it stays one scan. */
export interface KeptScan {
  id: PrescriptionId
  scanType: ScanType
  uploadMethod: UploadMethod
  createdAt: Instant
  image: Blob
  /** The server's sentence if it refused the picture; null while it waits. */
  problem: string | null
  /** Shared from another app, as it came: the user looks at it first, and it is not sent by itself. */
  isShared?: boolean
}

/** The lists of documents and scans, as change notifications name them. */
export type PictureListName = 'documents' | 'prescriptions'
