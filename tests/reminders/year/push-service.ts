import type { PushTarget, PushTransport, SendOptions, SendResult } from '#server/push/transport.ts'

/** What a push service holds for a device that is away. */
export interface HeldPush {
  text: string
  /** From this instant on (ms) it is no longer delivered. */
  expires: number
}

/**
 * How the sending process dies while a message is under way: before the push service has it, or after that but before
 * the response is recorded.
 */
export type Death = 'before it is sent' | 'after it is sent'

/**
 * A push service following RFC 8030: it stores a message until it expires; a later one with the same topic replaces it.
 */
export class SimulatedPushService implements PushTransport {
  readonly publicKey = 'simulated'
  /** When set, senders never get a response again. */
  death: Death | null = null
  lost = 0
  readonly #held = new Map<string, Map<string, HeldPush>>()
  readonly #now: () => number
  readonly #losesAll: boolean

  constructor(now: () => number, losesAll: boolean) {
    this.#now = now
    this.#losesAll = losesAll
  }

  async send({ endpoint }: PushTarget, message: Uint8Array, options: SendOptions): Promise<SendResult> {
    if (this.death !== 'before it is sent') this.#hold(endpoint, message, options)
    if (this.death) return new Promise(() => undefined)
    return { kind: 'delivered', status: 201, retryAfter: null }
  }

  #hold(endpoint: string, message: Uint8Array, { ttl, topic }: SendOptions): void {
    const held = this.#held.get(endpoint) ?? new Map<string, HeldPush>()
    this.#held.set(endpoint, held)
    const key = topic ?? `${held.size}`
    held.delete(key)
    held.set(key, { text: Buffer.from(message).toString(), expires: this.#now() + ttl * 1000 })
  }

  /** Delivers what is waiting for a device that is now reachable, oldest first. */
  take(endpoint: string): string[] {
    const held = [...(this.#held.get(endpoint)?.values() ?? [])]
    this.#held.delete(endpoint)
    if (this.#losesAll) return []
    const inTime = held.filter(({ expires }) => expires > this.#now())
    this.lost += held.length - inTime.length
    return inTime.map(({ text }) => text)
  }

  close(): void {}
}
