import type { Versions } from '#domain/protocol/events.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { transferLocalData } from '#src/data/transfer.ts'
import type { write } from '#src/data/write.ts'
import type { DrainLock, SyncStore, Transport } from '#src/sync/ports.ts'
import type { Chance } from './prng.ts'
import type { SimServer } from './server.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What an engine is built on; a mutation breaks one rule of it. */
export interface EngineParts {
  store: SyncStore
  transport: Transport
  lock: DrainLock
  db: DosewellDatabase
  user: string
  chance: Chance
  mayGoOn(): Promise<boolean>
}

/** A tab that hears of something. */
export interface NotifiedTab {
  db: DosewellDatabase
  /** Whether its last attempt got no answer. */
  hasFailed: boolean
  /** The trace waits for that. */
  track(work: Promise<unknown>): void
}

/** Idempotency-Keys, what was deleted, or the journal that a restore applies. */
export type Forgotten = 'keys' | 'tombstones' | 'journal'

/** What of a trace is broken. */
export interface Mutation {
  /** Changes the parts of every engine. */
  engine?(parts: EngineParts): EngineParts
  /** Takes the place of the one way in which a device changes data. */
  write?: typeof write
  /** What a tab understands of a change notification; null when it takes no notice of it. */
  notification?(told: Versions, tab: NotifiedTab): Versions | null
  /** Takes the place of what brings over what a device kept of a lost account. */
  transferLocalData?: typeof transferLocalData
  /** Takes the place of the server. */
  server?(server: SimServer, time: VirtualTime): SimServer['handle']
  /** What the server does not remember. */
  forgets?: Forgotten
}
