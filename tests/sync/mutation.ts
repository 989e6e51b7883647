import type { Versions } from '#domain/protocol/events.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { transferLocalData } from '#src/data/transfer.ts'
import type { write } from '#src/data/write.ts'
import type { DrainLock, SyncStore, Transport } from '#src/sync/ports.ts'
import type { Chance } from './prng.ts'
import type { SimServer } from './server.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What an engine is built from; a mutation breaks one rule of it. */
export interface EngineParts {
  store: SyncStore
  transport: Transport
  lock: DrainLock
  db: DosewellDatabase
  user: string
  chance: Chance
  mayGoOn(): Promise<boolean>
}

/** A tab that receives a change notification. */
export interface NotifiedTab {
  db: DosewellDatabase
  /** Whether its last attempt got no answer. */
  hasFailed: boolean
  /** Makes the trace wait for that. */
  track(work: Promise<unknown>): void
}

/** Idempotency-Keys, what was deleted, or the journal that a restore applies. */
export type Forgotten = 'keys' | 'tombstones' | 'journal'

/** What is broken in a trace. */
export interface Mutation {
  /** Changes the parts of every engine. */
  engine?(parts: EngineParts): EngineParts
  /** Replaces the one way in which a device changes data. */
  write?: typeof write
  /** Returns what a tab understands of a change notification; null when it ignores it. */
  notification?(told: Versions, tab: NotifiedTab): Versions | null
  /** Replaces the transfer of local data from a lost account. */
  transferLocalData?: typeof transferLocalData
  /** Replaces the server. */
  server?(server: SimServer, time: VirtualTime): SimServer['handle']
  /** What the server does not remember. */
  forgets?: Forgotten
}
