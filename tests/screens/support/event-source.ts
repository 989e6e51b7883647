import type { Network } from './network.ts'
import { task } from './task.ts'

/** How soon a browser reopens a broken stream (ms). */
const RETRY_MS = 500

/** Returns the EventSource class of a page, over the network of its device (HTML, "server-sent events"). */
export function eventSourceOf(network: Network, closed: AbortSignal) {
  return class EventSource extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSED = 2
    readyState = 0
    readonly #path: string
    readonly #ended = new AbortController()

    constructor(path: string) {
      super()
      this.#path = path
      closed.addEventListener('abort', () => this.close())
      void this.#run()
    }

    close(): void {
      this.readyState = 2
      this.#ended.abort()
    }

    async #run(): Promise<void> {
      while (this.readyState !== 2) {
        try {
          const { status, body } = await network.stream(this.#path, this.#ended.signal)
          // Any response but a stream ends it for good.
          if (status !== 200) this.readyState = 2
          else await this.#read(body)
        } catch {
          // There was no network, or the stream broke.
        }
        await task()
        if (this.#ended.signal.aborted) return
        if (this.readyState !== 2) this.readyState = 0
        this.dispatchEvent(new Event('error'))
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      }
    }

    async #read(body: NodeJS.ReadableStream): Promise<void> {
      // Nobody may be reading when the signal ends it, and then nobody would handle its error.
      body.on('error', () => {})
      await task()
      if (this.#ended.signal.aborted) return
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
      let text = ''
      for await (const chunk of body) {
        if (!network.isUp) throw new TypeError('The network is gone')
        text += String(chunk)
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        await task()
        if (this.#ended.signal.aborted) return
        for (const event of events) this.#tell(event)
      }
    }

    #tell(event: string): void {
      const field = (name: string) =>
        event
          .split('\n')
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
          .join('\n')
      const data = field('data')
      if (data !== '') this.dispatchEvent(new MessageEvent(field('event') || 'message', { data }))
    }
  }
}
