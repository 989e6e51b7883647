import { SILENCE_MS, type Versions } from '#domain/protocol/events.ts'
import type { DeviceChannel } from '#src/platform/channel.ts'
import { withLock } from '#src/platform/locks.ts'
import { backoff } from '#src/sync/backoff.ts'
import { readStream } from './event-stream.ts'

/** A tab hidden for this long releases the stream, so that another one may hold it. */
const HIDDEN_PATIENCE = 60_000

export interface ChangePorts {
  /** Whose changes are reported. */
  user: string
  /** Its tabs share one stream. */
  account: string
  /** Where the stream is: it may be about more people than this one. */
  path: string
  channel: DeviceChannel
  /** From 0 to 1. */
  random(): number
  onVersions(versions: Versions): void
  /** The server now refuses this device: the session or the account may have ended. */
  onRefused(): void
  /** The stream ended; it is opened anew. */
  onInterrupted(): void
  /** Listening or a callback failed; it continues, or is retried after a pause. */
  onError(error: unknown): void
}

export interface ChangeNotifications {
  /** Returns whether the stream has sent anything within the time after which it counts as dead. */
  areHeard(): boolean
  /** Reopens a stream that the server had refused, now that it accepts this user again. */
  revive(): void
  stop(): void
}

/**
 * Listens for change notifications. One tab of the browser holds GET /api/events under a lock and passes each message
 * on to the others; it releases the stream while hidden or frozen. Failures are retried after a growing pause
 * (`backoff`).
 */
export function listenForChanges({
  user,
  account,
  path,
  channel,
  random,
  onError,
  ...ports
}: ChangePorts): ChangeNotifications {
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
    failures = 0
    if (versions.user === user) hear(versions)
    // The rows it carries are stored by now, or about to be, so the other tabs get only the versions.
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
    const onInterrupted = () => safely(ports.onInterrupted)
    withLock(`dosewell-events-${account}`, { signal }, () =>
      readStream({ path, signal, revival, onVersions: onStreamed, onRefused, onInterrupted }),
    ).catch((error: unknown) => {
      // Released while still waiting for the lock: another tab holds the stream.
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
