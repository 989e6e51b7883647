import type { SlotId } from '#domain/lib/ids.ts'
import type { PushTarget, PushTransport, SendOptions, SendResult } from '../push/transport.ts'

/** A message as a device would read it, and how it was sent. */
export interface CollectedPush extends SendOptions {
  endpoint: string
  lang: string
  title: string
  body: string
  tag: string
  navigate: string
  silent: boolean
  renotify: boolean
  id: string
  kind: string
  user: string
  person?: string
  slotIds: SlotId[]
}

export interface PushCollector extends PushTransport {
  /** The accepted messages, oldest first. */
  messages: CollectedPush[]
  /** The endpoints of all attempts, including those that were not accepted. */
  attempts: string[]
  /**
   * Returns the result for a message; undefined means delivered. A promise that never resolves is a server that hangs.
   */
  answer: ((endpoint: string) => SendResult | Promise<SendResult> | undefined) | null
  /** Returns the messages since the last call. */
  take(): CollectedPush[]
}

const DELIVERED: SendResult = { kind: 'delivered', status: 201, retryAfter: null }

/** Returns a transport that collects messages, for tests of what is sent and when. */
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
