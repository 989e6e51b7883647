/** One write as the server received it, and its answer. */
export interface Heard {
  key: string
  method: string
  path: string
  body: unknown
  answer: { status: number; body: unknown; seq: number }
  /** Set when the write is replayed to a restored server. */
  originalSeq?: number | undefined
  /** The server's clock. */
  now: number
}
