import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type HelperLimits, helperProcess } from '../platform/processes/helper-process.ts'

/** What the reading process is sent, and its response; null if the picture cannot be read. */
export interface ReadingJob {
  picture: Uint8Array
}
export interface Reading {
  /** Line by line; empty if there is nothing to read. */
  text: string
  /** How confident the recogniser is of the words, from 0 to 100. */
  confidence: number
  /** The same of each line of the text, in its order, where lines were read one by one. */
  lineConfidences?: number[]
}

/** A reading, and why the second recogniser took no part in it; null if it did, or found no lines. */
export interface ReadingAnswer extends Reading {
  fault: string | null
}

/** The text of a picture, or why there is none: `busy` and `cancelled` say nothing about the picture. */
export type Recognised =
  | ({ kind: 'read' } & Reading)
  | { kind: 'unread'; reason: 'unreadable' | 'timeout' | 'busy' | 'cancelled' }

/** Reads the text on pictures that the workshop has prepared (server/documents). Never throws. */
export interface Recogniser {
  /** Aborting `signal` ends the reading immediately. */
  read(picture: Uint8Array, signal?: AbortSignal): Promise<Recognised>
  close(): void
}

export interface RecogniserLimits extends HelperLimits {
  /** How many processes read in parallel, each with its own queue. */
  processes: number
}

/**
 * One core is left to the server. A full page of print takes about five seconds on a slow core; for memory, see
 * docs/operations.md.
 */
const LIMITS: RecogniserLimits = {
  processes: Math.min(4, Math.max(1, availableParallelism() - 1)),
  timeout: 60_000,
  waiting: 4,
  idle: 60_000,
}

export interface RecogniserParts {
  /** The process that reads; another one in tests. */
  file?: string
  /** Told why the second recogniser took no part in a reading. */
  onFault?: (fault: string) => void
}

const PROCESS = fileURLToPath(new URL('./recognition-process.ts', import.meta.url))

/** Runs separate processes. Each is started for its first picture and ended when there is nothing to read. */
export function recogniser(
  limits: RecogniserLimits = LIMITS,
  { file = PROCESS, onFault = () => {} }: RecogniserParts = {},
): Recogniser {
  const readers = Array.from({ length: limits.processes }, () => ({
    open: 0,
    helper: helperProcess<ReadingJob, ReadingAnswer | null>(file, limits, 'reused'),
  }))
  return {
    async read(picture, signal) {
      const reader = readers.reduce((least, other) => (other.open < least.open ? other : least))
      reader.open += 1
      const outcome = await reader.helper.ask({ picture }, { signal })
      reader.open -= 1
      if (!outcome.ok) return { kind: 'unread', reason: outcome.why === 'ended' ? 'unreadable' : outcome.why }
      if (outcome.answer === null) return { kind: 'unread', reason: 'unreadable' }
      const { fault, ...reading } = outcome.answer
      if (fault) onFault(fault)
      return { kind: 'read', ...reading }
    },
    close() {
      for (const { helper } of readers) helper.close()
    },
  }
}
