import { readVersions, SILENCE_MS, type Versions } from '#domain/protocol/events.ts'
import type { DeviceChannel } from '#src/platform/channel.ts'

/** A tab hidden for this long lets the stream go, so that another one may hold it. */
const HIDDEN_PATIENCE = 60_000

export interface PokePorts {
  user: string
  channel: DeviceChannel
  onVersions(versions: Versions): void
  /** The server no longer speaks to this device: the session may have ended, or the account. */
  onRefused(): void
}

export interface Pokes {
  /** Whether the stream has spoken within the time after which it counts as dead. */
  areHeard(): boolean
  /** The server answers this user again: a stream that it had refused is opened anew. */
  revive(): void
  stop(): void
}

/**
 * Listens for pokes. One tab of the browser holds GET /api/events (Web Locks) and passes each message on to the others;
 * it lets go while hidden or frozen.
 */
export function listenForPokes({ user, channel, onVersions, onRefused }: PokePorts): Pokes {
  const stop = new AbortController()
  const revival = new EventTarget()
  let release: (() => void) | null = null
  let heardAt = Number.NEGATIVE_INFINITY
  const hear = (versions: Versions) => {
    heardAt = performance.now()
    onVersions(versions)
  }

  const hold = (): void => {
    if (release || stop.signal.aborted || document.visibilityState === 'hidden') return
    const letGo = new AbortController()
    release = () => {
      letGo.abort()
      release = null
    }
    navigator.locks
      .request(`dosewell-events-${user}`, { signal: letGo.signal }, () =>
        readStream(
          letGo.signal,
          revival,
          (versions) => {
            if (versions.user !== user) return
            hear(versions)
            // The rows it carries are stored by now, or are about to be: the others only hear of them.
            const { log: _log, ...told } = versions
            channel.post({ kind: 'versions', versions: told })
          },
          onRefused,
        ),
      )
      .catch(() => {
        // Let go while still waiting for the lock: another tab holds the stream.
      })
  }

  const unlisten = channel.listen((message) => {
    if (message.kind === 'versions' && message.versions.user === user) hear(message.versions)
  })
  const unwatch = watchVisibility(hold, () => release?.())
  hold()
  return {
    areHeard: () => performance.now() - heardAt < SILENCE_MS,
    revive: () => void revival.dispatchEvent(new Event('revive')),
    stop() {
      stop.abort()
      release?.()
      unlisten()
      unwatch()
    },
  }
}

function watchVisibility(shown: () => void, gone: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const change = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') shown()
    else timer = setTimeout(gone, HIDDEN_PATIENCE)
  }
  document.addEventListener('visibilitychange', change)
  document.addEventListener('freeze', gone)
  document.addEventListener('resume', shown)
  addEventListener('pageshow', shown)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', change)
    document.removeEventListener('freeze', gone)
    document.removeEventListener('resume', shown)
    removeEventListener('pageshow', shown)
  }
}

/** Reads the stream until the signal ends it. A stream that is silent for a minute is dead and opened anew. */
function readStream(
  signal: AbortSignal,
  revival: EventTarget,
  onVersions: (versions: Versions) => void,
  onRefused: () => void,
): Promise<void> {
  return new Promise((resolve) => {
    // Let go between the lock's promise and this call: nobody would ever end the stream.
    if (signal.aborted) return resolve()
    let source: EventSource | null = null
    let silence: ReturnType<typeof setTimeout> | undefined
    let hasSpoken = false
    const open = () => {
      source?.close()
      source = new EventSource('/api/events')
      source.addEventListener('versions', (event) => {
        listenOn()
        const versions = readVersions(safeJson(event.data))
        hasSpoken = true
        if (versions) onVersions(versions)
      })
      source.addEventListener('error', () => {
        // Once per stream that spoke: `onRefused` leads to `revive`, and a server with too many streams refuses that one too.
        if (!hasSpoken || source?.readyState !== EventSource.CLOSED) return
        hasSpoken = false
        onRefused()
      })
      // The browser gives up for good on an answer that is no event stream (401, 403, 503); `revive` or the silence timer
      // open it again.
      listenOn()
    }
    const listenOn = () => {
      clearTimeout(silence)
      silence = setTimeout(open, SILENCE_MS)
    }
    addEventListener('online', open, { signal })
    const reopen = () => source?.readyState === EventSource.CLOSED && open()
    revival.addEventListener('revive', reopen, { signal })
    signal.addEventListener('abort', () => {
      clearTimeout(silence)
      source?.close()
      resolve()
    })
    open()
  })
}

function safeJson(text: unknown): object {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}
