import type { Call } from '#domain/commands/call.ts'
import type { Command } from '#domain/commands/command.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { ErrorBody } from '#domain/protocol/errors.ts'
import type { Versions } from '#domain/protocol/events.ts'
import type { AnyRecord, ListName, ListRecords } from '#domain/protocol/lists.ts'
import type { DoseEvent, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { CurrentUser } from '#domain/records/user.ts'

/** What the server said when it refused a write for good. `code` is absent when the answer was not one of ours. */
export interface WriteRefusal {
  status: number
  code: ErrorBody['code'] | null
  error: string
  field: string | null
}

/** One write on its way. Order is `position`, a local counter, never an id or a time (docs/records.md). */
export interface OutboxEntry {
  position: number
  /** The Idempotency-Key: the same key is the same write, however often it is sent. */
  key: string
  /** Null when this version of the app cannot read what is stored; such an entry is kept and shown, never dropped. */
  command: Command | null
  madeAt: Instant
  state: 'waiting' | 'attention'
  refusal: WriteRefusal | null
}

/** What the server decided about an entry: it has the write, or will never take it. */
export type Settled = { entry: OutboxEntry } & (
  | { kind: 'taken'; body: unknown; seq: number }
  | { kind: 'refused'; refusal: WriteRefusal }
)

/** Where a device stands against one list of the server. */
export interface ListState {
  etag: string | null
  /**
   * The highest commit sequence of an acknowledged write to the list, or of a list taken over: an older answer is
   * discarded.
   */
  seq: number
  /** The sequence of the list last taken over; unlike `seq` no write of this device raises it. */
  listSeq: number
  /**
   * A version of the list, as change notifications number them, that this device has or is beyond; null when no change
   * notification told of one.
   */
  held: { epoch: string; version: number } | null
  /**
   * Since the first restore of the last 35 days: the sequence of the last list before it. A list of a later epoch may
   * lack what other devices have not given back yet, so that a record is known for certain up to here only (S11.6).
   */
  beforeRestore?: { listSeq: number; at: Instant }
}

/** Where a device stands against the server. */
export interface SyncState {
  epoch: string | null
  lists: Record<ListName, ListState>
  /**
   * The commit up to which this device knows the profile from commands and change notifications. Absent as long as it
   * has heard of no change of it: then the user of its start holds. Of an epoch before, it is below every commit of the
   * one that follows.
   */
  profileSeq?: number
  /** Sequence of the newest dose event this device holds without a gap. */
  dosesCursor: number
  /** When everything was last known to be the same on both sides. */
  syncedAt: Instant | null
}

/** A new epoch as a server announces it: after it was restored, or put in the place of another one (S11.2). */
export interface NewEpoch {
  epoch: string
  /** The highest commit that the epoch this device knew and the new one have in common. */
  restoredSeq: number
}

/** One thing that a restored server is given back, in the order of `position` (S11.5). */
export interface ReplayEntry {
  position: number
  /** Its Idempotency-Key: a command's old one, a dose event's own id. */
  key: string
  /** The sequence it had before the server was restored (S11.6). */
  originalSeq: number
  what:
    | { kind: 'deletion'; list: ListName; id: string }
    | { kind: 'record'; list: ListName; record: AnyRecord }
    /** Null when this version of the app cannot read what is stored. */
    | { kind: 'command'; command: Command | null }
    | { kind: 'dose'; event: DoseEvent }
}

/** What a restored server said to one of them. */
export type Replayed = { entry: ReplayEntry } & (
  | { kind: 'taken'; body: unknown; seq: number }
  /** Its record was deleted, which wins over everything that is given back (S11.7). */
  | { kind: 'gone'; refusal: WriteRefusal }
  | { kind: 'refused'; refusal: WriteRefusal }
)

/**
 * Durable storage of one user. Guarantees: each method is one transaction (all of it or nothing, also after a crash);
 * base, view and outbox entry change together, so a screen never sees one without the other.
 */
export interface SyncStore {
  /** Waiting entries in order, at most `limit`; those that refer to a refused record are left waiting with it. */
  nextEntries(limit: number): Promise<OutboxEntry[]>
  /**
   * What one answer decided, in its order. Taken: forget the entry, keep what the server answered, remember the command
   * with its sequence. Refused: undo its effect, keep the entry with everything typed.
   */
  settle(settled: Settled[]): Promise<void>
  readState(): Promise<SyncState>
  /**
   * Takes over the list. False when it is older than a write acknowledged for it or than the last list: then nothing
   * changes.
   */
  replaceList<L extends ListName>(
    list: L,
    records: ListRecords[L][],
    from: { etag: string | null; seq: number },
  ): Promise<boolean>
  /**
   * Takes over the name and the plan zone as of a commit; an answer older than what this device knows changes nothing.
   */
  replaceProfile(user: CurrentUser, seq: number): Promise<void>
  /** Adds a page of the log and moves the cursor with it. */
  appendDoses(events: LoggedDoseEvent[], cursor: number): Promise<void>
  /**
   * Adds the rows that a change notification carries and moves the cursor with them, when this device holds all before
   * them and no newer list of medications (S4.6). Answers whether it holds all of the log that the change notification
   * told of.
   */
  takeCarried(told: Versions): Promise<boolean>
  /** The first epoch a device ever hears of ends none and is only remembered. Of a later one nothing happens. */
  rememberEpoch(epoch: string): Promise<void>
  /**
   * The server's database is an older one than before: forget ETags, take the cursor back, note what has to be given
   * back in the order of S11.5, together with what still waits to be given back since an earlier epoch. All data stays
   * (S11.4).
   */
  startEpoch(begun: NewEpoch): Promise<void>
  /** Whether anything has to be given back. */
  hasToReplay(): Promise<boolean>
  /** What comes next of that, at most `limit`. */
  nextReplay(limit: number): Promise<ReplayEntry[]>
  /** Settles them together: each is given back, gone with its record, or kept for the person (S11.9). */
  settleReplay(settled: Replayed[]): Promise<void>
  /**
   * Nothing waits, and everything there was when the pass began is here.
   * @param upTo the change notification that led to the pass: the lists it told of are here too
   */
  markSynced(at: Instant, upTo?: Versions): Promise<void>
}

export interface SyncRequest {
  method: 'GET' | 'PUT' | Call['method']
  path: string
  body?: unknown
  /** Sent as Idempotency-Key. */
  key?: string
  /** Sent as If-None-Match. */
  etag?: string | null
  /** The epoch this device knows; null or absent before it has heard of one. */
  epoch?: string | null
}

/**
 * An answer that arrived whole. `protocol` is null when it does not come from our server (a captive portal, a proxy).
 */
export interface SyncAnswer {
  status: number
  body: unknown
  protocol: number | null
  user: string | null
  seq: number
  epoch: string | null
  /** Beside a new epoch: the highest commit it has in common with the one that the request named. */
  restoredSeq: number | null
  etag: string | null
  /** Milliseconds; null when the answer did not say. */
  retryAfter: number | null
}

/** Carries one request for one user. Guarantees: settles within its time limit; null means that no answer arrived. */
export interface Transport {
  send(request: SyncRequest): Promise<SyncAnswer | null>
}

/**
 * Runs `work` while no other tab or worker of this device does. Guarantees: `work` starts only when the lock is held;
 * answers false when it could not be had in time, and `work` then never starts.
 */
export interface DrainLock {
  run(work: () => Promise<void>): Promise<boolean>
}

/** Time and chance, so that a simulation owns both. */
export interface SyncClock {
  now(): number
  /** 0 inclusive to 1 exclusive. */
  random(): number
}
