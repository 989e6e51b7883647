import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type HelperLimits, helperProcess } from '../platform/processes/helper-process.ts'

/** What a process that reads is sent, and what it answers; null when the picture cannot be read. */
export interface ReadingJob {
  picture: Uint8Array
}
export interface Reading {
  /** Line by line; empty when there is nothing to read. */
  text: string
  /** How sure the recogniser is of the words, from 0 to 100. */
  confidence: number
}

/** A picture read, or why it is not: `busy` and `cancelled` say nothing about the picture. */
export type Recognised =
  | ({ kind: 'read' } & Reading)
  | { kind: 'unread'; reason: 'unreadable' | 'timeout' | 'busy' | 'cancelled' }

/** Reads the print on pictures that the workshop has made ready (server/documents). Never throws. */
export interface Recogniser {
  /** An aborted reading ends at once. */
  read(picture: Uint8Array, signal?: AbortSignal): Promise<Recognised>
  close(): void
}

export interface RecogniserLimits extends HelperLimits {
  /** Processes that read at the same time, each with a queue of its own. */
  processes: number
}

/** A core is left to the server. A page full of print takes about five seconds on a slow one; memory: docs/operations.md. */
const LIMITS: RecogniserLimits = {
  processes: Math.min(4, Math.max(1, availableParallelism() - 1)),
  timeout: 60_000,
  waiting: 4,
  idle: 60_000,
}

const PROCESS = fileURLToPath(new URL('./recognition-process.ts', import.meta.url))

/** Processes of their own, each started at its first picture and ended when there is nothing to read. */
export function recogniser(limits: RecogniserLimits = LIMITS, file: string = PROCESS): Recogniser {
  const readers = Array.from({ length: limits.processes }, () => ({
    open: 0,
    helper: helperProcess<ReadingJob, Reading | null>(file, limits),
  }))
  return {
    async read(picture, signal) {
      const reader = readers.reduce((least, other) => (other.open < least.open ? other : least))
      reader.open += 1
      const outcome = await reader.helper.ask({ picture }, { signal })
      reader.open -= 1
      if (!outcome.ok) return { kind: 'unread', reason: outcome.why === 'ended' ? 'unreadable' : outcome.why }
      return outcome.answer === null ? { kind: 'unread', reason: 'unreadable' } : { kind: 'read', ...outcome.answer }
    },
    close() {
      for (const { helper } of readers) helper.close()
    },
  }
}
