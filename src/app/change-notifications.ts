import { SILENCE_MS, type Versions } from '#domain/protocol/events.ts'
import type { DeviceChannel } from '#src/platform/channel.ts'
import { withLock } from '#src/platform/locks.ts'
import { backoff } from '#src/sync/backoff.ts'
import { readStream } from './event-stream.ts'

/** A tab hidden for this long lets the stream go, so that another one may hold it. */
const HIDDEN_PATIENCE = 60_000

export interface ChangePorts {
  user: string
  channel: DeviceChannel
  /** From 0 to 1. */
  random(): number
  onVersions(versions: Versions): void
  /** The server no longer speaks to this device: the session may have ended, or the account. */
  onRefused(): void
  /** Listening failed, or what was called here did; it goes on, or is tried again after a pause. */
  onError(error: unknown): void
}

export interface ChangeNotifications {
  /** Whether the stream has spoken within the time after which it counts as dead. */
  areHeard(): boolean
  /** The server answers this user again: a stream that it had refused is opened anew. */
  revive(): void
  stop(): void
}

/**
 * Listens for change notifications. One tab of the browser holds GET /api/events under a lock and passes each message
 * on to the others; it lets go while hidden or frozen. What fails is tried again after a pause that grows (`backoff`).
 */
export function listenForChanges({ user, channel, random, onError, ...ports }: ChangePorts): ChangeNotifications {
  const stop = new AbortController()
  const revival = new EventTarget()
  let release: (() => void) | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let heardAt = Number.NEGATIVE_INFINITY
  const safely = (run: () => void) => {
    try {
      run()
    } catch (error) {
      onError(error)
    }
  }
  const hear = (versions: Versions) => {
    heardAt = performance.now()
    safely(() => ports.onVersions(versions))
  }
  const onStreamed = (versions: Versions) => {
    if (versions.user !== user) return
    failures = 0
    hear(versions)
    // The rows it carries are stored by now, or are about to be: the others only hear of them.
    const { log: _log, ...told } = versions
    safely(() => channel.post({ kind: 'versions', versions: told }))
  }

  const hold = (): void => {
    if (release || stop.signal.aborted || document.visibilityState === 'hidden') return
    clearTimeout(retry)
    const letGo = new AbortController()
    release = () => letGo.abort()
    const { signal } = letGo
    const onRefused = () => safely(ports.onRefused)
    withLock(`dosewell-events-${user}`, { signal }, () =>
      readStream({ signal, revival, onVersions: onStreamed, onRefused }),
    ).catch((error: unknown) => {
      // Let go while still waiting for the lock: another tab holds the stream.
      if (signal.aborted) return
      release = null
      retry = setTimeout(hold, backoff(failures, random()))
      failures += 1
      onError(error)
    })
  }
  const letGo = (): void => {
    clearTimeout(retry)
    release?.()
    release = null
  }

  const unlisten = channel.listen((message) => {
    if (message.kind === 'versions' && message.versions.user === user) hear(message.versions)
  })
  const unwatch = watchVisibility(hold, letGo)
  hold()
  return {
    areHeard: () => performance.now() - heardAt < SILENCE_MS,
    revive: () => void revival.dispatchEvent(new Event('revive')),
    stop() {
      stop.abort()
      letGo()
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
