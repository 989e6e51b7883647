import type { DocumentId, PrescriptionId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { AnyRecord, ListName } from '#domain/protocol/lists.ts'
import type { ScanType, UploadMethod } from '#domain/records/prescription.ts'
import type { WriteRefusal } from '#src/sync/ports.ts'

/** An outbox row. `command` is kept as it was written; an old one is read with care (domain/commands, readCommand). */
export interface StoredEntry {
  position: number
  key: string
  command: unknown
  /** The record it is about: what is recomputed when it settles. */
  recordId: string
  kind: 'medication' | 'dose' | 'profile' | 'appointment'
  madeAt: Instant
  state: 'waiting' | 'attention'
  refusal: WriteRefusal | null
  /**
   * The record as this device last knew it: of an edit from the start, of a dose its medication from its refusal on.
   * When it was deleted elsewhere, this names it and adds it again. Rows of earlier versions have none.
   */
  subject?: AnyRecord | undefined
}

/**
 * An acknowledged command, remembered for 35 days so that a restored server can be given it again (docs/sync-spec.md,
 * S11). Doses of this version are in the log instead (S11.1); what an earlier one remembered of them here is given back
 * as ever.
 */
export interface AcknowledgedCommand {
  key: string
  command: unknown
  seq: number
  position: number
  at: Instant
  /** The sequence it had at first, once it was given back under a later one. */
  originalSeq?: number
}

/** A record that a list did not have any more: deleted elsewhere. Remembered for 35 days, like own commands (S11.5). */
export interface SeenDeletion {
  id: string
  list: ListName
  /** The sequence of that list. */
  seq: number
  at: Instant
}

/**
 * What a restored server has still to be given. A command is in `acknowledged` under the same key; the key of a dose is
 * the id of its event.
 */
export interface StoredReplay {
  position: number
  key: string
  what:
    | { kind: 'deletion'; list: ListName; id: string }
    | { kind: 'record'; list: ListName; record: AnyRecord; seq: number }
    | { kind: 'command' }
    | { kind: 'dose' }
}

/** An announcement that was made: put-if-absent decides who makes it (docs/reminders.md). */
export interface StoredRing {
  key: string
  at: Instant
}

/** A change of a document in the upload queue (docs/sync-spec.md, S12). */
export interface StoredDocumentEntry {
  position: number
  key: string
  documentId: DocumentId
  /** Kept as it was written (domain/commands, readDocumentCommand). */
  command: unknown
  madeAt: Instant
  /** `sent`: acknowledged, and remembered for 35 days, so that a restored server can be given it again. */
  state: 'waiting' | 'attention' | 'sent'
  refusal: WriteRefusal | null
  /** Something of it was sent: the server may know of it. */
  isBegun?: boolean
  /** Taken back by the person while it was on its way. */
  isCancelled?: boolean
  sent?: { seq: number; at: Instant }
}

/**
 * The pictures of a document on this device: the whole one as long as it is needed here, and the small one of the list.
 */
export interface StoredPictures {
  id: DocumentId
  image: Blob | null
  thumbnail: Blob | null
}

/** Where this device stands against a list of pictures' records. */
export interface PictureListState {
  etag: string | null
  seq: number
  /**
   * A list was taken over, of whichever epoch: an empty one is empty, not missing. Rows from before this was noted have
   * its ETag.
   */
  isLoaded?: boolean
}

/** A picture to be read, until the server has it. The id makes one that is sent again the same scan. */
export interface KeptScan {
  id: PrescriptionId
  scanType: ScanType
  uploadMethod: UploadMethod
  createdAt: Instant
  image: Blob
  /** The sentence of a server that did not take it; null while it waits. */
  problem: string | null
}

/** The lists of pictures' records, as change notifications name them. */
export type PictureListName = 'documents' | 'prescriptions'
