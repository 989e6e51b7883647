import type { LoggedBy } from '#domain/records/logged-by.ts'

/** One write as the server received it, and its answer. */
export interface Heard {
  key: string
  method: string
  path: string
  body: unknown
  answer: { status: number; body: unknown; seq: number }
  /** Set when the write is replayed to a restored server. */
  originalSeq?: number | undefined
  /** Who made it, if it is for somebody else and not replayed (S14.6). */
  by?: LoggedBy | undefined
  /** The server's clock. */
  now: number
}
