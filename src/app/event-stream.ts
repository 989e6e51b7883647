import { readVersions, SILENCE_MS, type Versions } from '#domain/protocol/events.ts'

interface StreamPorts {
  path: string
  /** Ends the reading. */
  signal: AbortSignal
  /** Its `revive` event reopens a stream that the server had refused. */
  revival: EventTarget
  onVersions(versions: Versions): void
  /** The stream ended after having sent something; the browser opens it anew unless the server refuses it. */
  onInterrupted(): void
  /** The server refuses the stream after having sent something. */
  onRefused(): void
}

/**
 * Reads GET /api/events until the signal ends it. A stream that is silent for a minute is dead and reopened. Rejects if
 * the browser cannot open one at all.
 */
export function readStream({
  path,
  signal,
  revival,
  onVersions,
  onRefused,
  onInterrupted,
}: StreamPorts): Promise<void> {
  return new Promise((resolve, reject) => {
    // Released between the lock's promise and this call: nothing would ever end the stream.
    if (signal.aborted) return resolve()
    const ended = new AbortController()
    let source: EventSource | null = null
    let silence: ReturnType<typeof setTimeout> | undefined
    let hasSpoken = false
    const end = () => {
      ended.abort()
      clearTimeout(silence)
      source?.close()
    }
    const open = () => {
      source?.close()
      try {
        source = new EventSource(path)
      } catch (error) {
        end()
        return reject(error)
      }
      source.addEventListener('versions', (event) => {
        listenOn()
        const versions = readVersions(safeJson(event.data))
        hasSpoken = true
        if (versions) onVersions(versions)
      })
      source.addEventListener('error', () => {
        // Once per stream that sent something: `onRefused` leads to `revive`, and a server with too many streams
        // refuses that one too.
        if (hasSpoken) onInterrupted()
        if (!hasSpoken || source?.readyState !== EventSource.CLOSED) return
        hasSpoken = false
        onRefused()
      })
      // The browser gives up for good on an answer that is not an event stream (401, 403, 503); `revive` or the silence
      // timer reopens it.
      listenOn()
    }
    const listenOn = () => {
      clearTimeout(silence)
      silence = setTimeout(open, SILENCE_MS)
    }
    const reopen = () => source?.readyState === EventSource.CLOSED && open()
    addEventListener('online', open, { signal: ended.signal })
    revival.addEventListener('revive', reopen, { signal: ended.signal })
    signal.addEventListener('abort', () => {
      end()
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
