import { task } from './task.ts'

/**
 * Returns the BroadcastChannel class of one device; each tab derives its own from it, which falls silent when the tab
 * is closed.
 */
export function deviceChannels() {
  const open = new Set<Channel>()

  class Channel extends EventTarget {
    readonly name: string
    onmessage: ((event: MessageEvent) => void) | null = null
    constructor(name: string) {
      super()
      this.name = name
      open.add(this)
    }
    postMessage(message: unknown): void {
      const data = structuredClone(message)
      for (const other of open) if (other !== this && other.name === this.name) void task().then(() => other.hear(data))
    }
    hear(data: unknown): void {
      if (!open.has(this)) return
      const event = new MessageEvent('message', { data })
      this.onmessage?.(event)
      this.dispatchEvent(event)
    }
    close(): void {
      open.delete(this)
    }
  }

  return (closed: AbortSignal) =>
    class extends Channel {
      constructor(name: string) {
        super(name)
        closed.addEventListener('abort', () => this.close())
      }
    }
}
