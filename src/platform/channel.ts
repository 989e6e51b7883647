import type { UserId } from '#domain/lib/ids.ts'
import type { Versions } from '#domain/protocol/events.ts'

/** Messages between the tabs and the worker of one browser. None of them carries health data. */
export type ChannelMessage =
  /** The server's state of the lists, passed on by the tab that holds the event stream. */
  | { kind: 'versions'; versions: Versions }
  /** Something was written or settled outside the receiver. */
  | { kind: 'changed' }
  | { kind: 'signed-out'; user: UserId }
  | { kind: 'signed-in'; user: UserId }
  /** The worker showed the push with this id. */
  | { kind: 'push-shown'; id: string }

export interface DeviceChannel {
  post(message: ChannelMessage): void
  /** Starts listening; returns a function that stops it. */
  listen(handle: (message: ChannelMessage) => void): () => void
  close(): void
}

/** Opens the channel. In a browser without BroadcastChannel, messages reach this page only. */
export function openChannel(): DeviceChannel {
  if (typeof BroadcastChannel === 'undefined') return channelOfThisPage()
  const channel = new BroadcastChannel('dosewell')
  return {
    post: (message) => channel.postMessage(message),
    listen(handle) {
      const listener = (event: MessageEvent<ChannelMessage>) => handle(event.data)
      channel.addEventListener('message', listener)
      return () => channel.removeEventListener('message', listener)
    },
    close: () => channel.close(),
  }
}

const inThisPage = new EventTarget()

/** Works like a BroadcastChannel: all other channels of the page receive a message, a moment later. */
function channelOfThisPage(): DeviceChannel {
  const closing = new AbortController()
  const own = new WeakSet<Event>()
  return {
    post(message) {
      const event = new MessageEvent('message', { data: message })
      own.add(event)
      queueMicrotask(() => inThisPage.dispatchEvent(event))
    },
    listen(handle) {
      const listener = (event: Event) => {
        if (event instanceof MessageEvent && !own.has(event)) handle(event.data)
      }
      inThisPage.addEventListener('message', listener, { signal: closing.signal })
      return () => inThisPage.removeEventListener('message', listener)
    },
    close: () => closing.abort(),
  }
}
