import type { Call } from '#domain/commands/call.ts'
import type { Command } from '#domain/commands/command.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { ErrorBody } from '#domain/protocol/errors.ts'
import type { Versions } from '#domain/protocol/events.ts'
import type { AnyRecord, ListName, ListRecords, UnreadRecord } from '#domain/protocol/lists.ts'
import type { DoseEvent, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { LoggedSupplyEvent, SupplyEvent } from '#domain/records/supply-event.ts'
import type { CurrentUser } from '#domain/records/user.ts'

/** What the server said when it refused a write permanently. `code` is absent if the answer was not one of ours. */
export interface WriteRefusal {
  status: number
  code: ErrorBody['code'] | null
  error: string
  field: string | null
}

/** One write to be delivered. The order is `position`, a local counter, never an id or a time (docs/records.md). */
export interface OutboxEntry {
  position: number
  /** The Idempotency-Key: the same key is the same write, however often it is sent. */
  key: string
  /** Null if this version of the app cannot read what is stored; such an entry is kept and shown, never dropped. */
  command: Command | null
  madeAt: Instant
  state: 'waiting' | 'attention'
  refusal: WriteRefusal | null
}

/** The server's decision about an entry: it has the write, or will never accept it. */
export type Settled = { entry: OutboxEntry } & (
  | { kind: 'taken'; body: unknown; seq: number }
  | { kind: 'refused'; refusal: WriteRefusal }
)

/** This device's state of one list of the server. */
export interface ListState {
  etag: string | null
  /**
   * The highest commit sequence of an acknowledged write to the list or of a list taken over; older answers are
   * discarded.
   */
  seq: number
  /** The sequence of the list last taken over; unlike `seq`, this device's writes do not raise it. */
  listSeq: number
  /**
   * A version of the list, as numbered in change notifications, that this device has reached; null if no change
   * notification has named one.
   */
  held: { epoch: string; version: number } | null
  /** What the list holds that only a newer version of the app understands (S3.7); absent: nothing. */
  unread?: UnreadRecord[]
  /**
   * Since the first restore of the last 35 days: the sequence of the last list before it. A list of a later epoch may
   * lack what other devices have not replayed yet, so records are known for certain only up to here (S11.6).
   */
  beforeRestore?: { listSeq: number; at: Instant }
}

/** This device's sync state. */
export interface SyncState {
  epoch: string | null
  lists: Record<ListName, ListState>
  /**
   * The commit up to which this device knows the profile from commands and change notifications. Absent until it learns
   * of a change: then the user loaded at start-up counts. A value from an earlier epoch is below every commit of the
   * next one.
   */
  profileSeq?: number
  /** Sequence of the newest dose event up to which this device has the log without a gap. */
  dosesCursor: number
  /** The same for the log of supplies; absent before anything of it was read. */
  supplyCursor?: number
  /**
   * Sequences between which the log still has to be read again (S4.9): an earlier version of the app left something out
   * of its entries. Absent: nothing.
   */
  reread?: { from: number; to: number } | undefined
  /** When both sides were last known to be the same. */
  syncedAt: Instant | null
}

/** A new epoch as a server announces it, after it was restored or replaced by another one (S11.2). */
export interface NewEpoch {
  epoch: string
  /** The highest commit that the epoch this device knew has in common with the new one. */
  restoredSeq: number
}

/** One entry to replay to a restored server, in the order of `position` (S11.5). */
export interface ReplayEntry {
  position: number
  /** Its Idempotency-Key: a command's old one, or the own id of a dose or a supply event. */
  key: string
  /** Its sequence before the server was restored (S11.6). */
  originalSeq: number
  what:
    | { kind: 'deletion'; list: ListName; id: string }
    | { kind: 'record'; list: ListName; record: AnyRecord }
    /** Null if this version of the app cannot read what is stored. */
    | { kind: 'command'; command: Command | null }
    | { kind: 'dose'; event: DoseEvent }
    | { kind: 'supply'; event: SupplyEvent }
}

/** A restored server's answer to one of them. */
export type Replayed = { entry: ReplayEntry } & (
  | { kind: 'taken'; body: unknown; seq: number }
  /** The account's role with this person does not allow it: a device that may write gives it back (S14.4). */
  | { kind: 'not-allowed' }
  /** Its record was deleted, which takes precedence over anything replayed (S11.7). */
  | { kind: 'gone'; refusal: WriteRefusal }
  | { kind: 'refused'; refusal: WriteRefusal }
)

/**
 * Durable storage for one user. Guarantees: each method is one transaction (all or nothing, even after a crash); base,
 * view and outbox entry change together, so a screen never sees one without the other.
 */
export interface SyncStore {
  /** Returns waiting entries in order, at most `limit`; those that refer to a refused record keep waiting with it. */
  nextEntries(limit: number): Promise<OutboxEntry[]>
  /**
   * Takes over what one answer decided, in order. Taken: removes the entry, stores the server's answer, and remembers
   * the command with its sequence. Refused: undoes its effect and keeps the entry with everything typed.
   */
  settle(settled: Settled[]): Promise<void>
  readState(): Promise<SyncState>
  /**
   * Takes over the list. Returns false, changing nothing, if it is older than the last list or a write acknowledged for
   * it.
   */
  replaceList<L extends ListName>(
    list: L,
    records: ListRecords[L][],
    from: { etag: string | null; seq: number; unread?: UnreadRecord[] },
  ): Promise<boolean>
  /**
   * Takes over the name and the plan zone as of a commit; an answer older than what this device knows changes nothing.
   */
  replaceProfile(user: CurrentUser, seq: number): Promise<void>
  /** Adds a page of the log and moves the cursor with it. */
  appendDoses(events: LoggedDoseEvent[], cursor: number): Promise<void>
  /**
   * Replaces those of these rows that are here, adds none, and notes that the log was read again from this commit to
   * that one (S4.9).
   */
  replaceDoses(events: LoggedDoseEvent[], read: { from: number; to: number }): Promise<void>
  /** Adds a page of the log of supplies and moves its cursor with it. */
  appendSupplies(events: LoggedSupplyEvent[], cursor: number): Promise<void>
  /**
   * Adds the rows that a change notification carries and moves the cursor with them, if this device has all earlier
   * rows and the same list of medications (S4.6). Returns whether it now has all of the log that the change
   * notification announced.
   */
  takeCarried(told: Versions): Promise<boolean>
  /** Stores the first epoch a device ever receives, which replaces none. Does nothing for later ones. */
  rememberEpoch(epoch: string): Promise<void>
  /**
   * The server's database is older than before: clears the ETags, moves the cursor back and notes what has to be
   * replayed in the order of S11.5, together with what still waits from an earlier epoch. All data stays (S11.4).
   */
  startEpoch(begun: NewEpoch): Promise<void>
  /** Returns whether anything has to be replayed. */
  hasToReplay(): Promise<boolean>
  /** Returns the next entries to replay, at most `limit`. */
  nextReplay(limit: number): Promise<ReplayEntry[]>
  /** Settles them together: each is replayed, gone with its record, left to others, or kept for the user (S11.9). */
  settleReplay(settled: Replayed[]): Promise<void>
  /**
   * Notes that nothing waits and that everything that existed when the pass began is here.
   * @param upTo the change notification that led to the pass: the lists it named are here too
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
  /** The epoch this device knows; null or absent before it has received one. */
  epoch?: string | null
}

/** A complete answer. `protocol` is null if it does not come from our server (a captive portal, a proxy). */
export interface SyncAnswer {
  status: number
  body: unknown
  protocol: number | null
  user: string | null
  seq: number
  epoch: string | null
  /** With a new epoch: the highest commit it has in common with the epoch named in the request. */
  restoredSeq: number | null
  etag: string | null
  /** Milliseconds; null if the answer has none. */
  retryAfter: number | null
}

/** Carries one request for one user. Guarantees: settles within its time limit; null means that no answer arrived. */
export interface Transport {
  send(request: SyncRequest): Promise<SyncAnswer | null>
}

/**
 * Runs `work` while no other tab or worker of this device does. Guarantees: `work` starts only once the lock is held;
 * returns false if the lock was not available in time, and `work` then never starts.
 */
export interface DrainLock {
  run(work: () => Promise<void>): Promise<boolean>
}

/** Time and randomness, so that a simulation can control both. */
export interface SyncClock {
  now(): number
  /** 0 inclusive to 1 exclusive. */
  random(): number
}
