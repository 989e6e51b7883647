/** One write as the server heard it, and what it answered. */
export interface Heard {
  key: string
  method: string
  path: string
  body: unknown
  answer: { status: number; body: unknown; seq: number }
  /** Of a write that is replayed to a restored server. */
  originalSeq?: number | undefined
  /** The server's clock. */
  now: number
}
