import type { SlotId } from '#domain/lib/ids.ts'
import type { PushTarget, PushTransport, SendOptions, SendResult } from '../push/transport.ts'

/** A message as a device would read it, and how it was sent. */
export interface CollectedPush extends SendOptions {
  endpoint: string
  title: string
  body: string
  tag: string
  navigate: string
  silent: boolean
  renotify: boolean
  id: string
  kind: string
  slotIds: SlotId[]
}

export interface PushCollector extends PushTransport {
  /** What was taken, oldest first. */
  messages: CollectedPush[]
  /** Every attempt, also those that were not taken: the endpoints. */
  attempts: string[]
  /** What becomes of a message; delivered when it answers nothing. A promise that never resolves is a server that hangs. */
  answer: ((endpoint: string) => SendResult | Promise<SendResult> | undefined) | null
  /** The messages since the last call. */
  take(): CollectedPush[]
}

const DELIVERED: SendResult = { kind: 'delivered', status: 201, retryAfter: null }

/** A transport that keeps what it is given, for tests of what is sent and when. */
export function pushCollector(): PushCollector {
  let taken = 0
  const collector: PushCollector = {
    publicKey: 'collected',
    messages: [],
    attempts: [],
    answer: null,
    async send({ endpoint }: PushTarget, message: Uint8Array, options: SendOptions): Promise<SendResult> {
      collector.attempts.push(endpoint)
      const { notification } = JSON.parse(Buffer.from(message).toString())
      const result = (await collector.answer?.(endpoint)) ?? DELIVERED
      if (result.kind === 'delivered') {
        const { data, ...shown } = notification
        collector.messages.push({ endpoint, ...options, ...shown, ...data })
      }
      return result
    },
    take() {
      const fresh = collector.messages.slice(taken)
      taken = collector.messages.length
      return fresh
    },
    close: () => undefined,
  }
  return collector
}
