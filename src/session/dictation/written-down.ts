import type { VoiceAnswer } from '#src/platform/voice-calls.ts'

/** The outcome of a recording. `sentence` is the server's own, if it gave one. */
export type Written =
  | { kind: 'written'; text: string; by: 'server' | 'browser' }
  | { kind: 'nothing'; why: 'no-words' | 'no-connection' | 'refused'; sentence: string | null }

interface Listeners {
  /** What the server said it can do; null if unknown. */
  canServer: boolean | null
  /** The browser's transcript, empty if it has none. */
  browser: string
  askServer: () => Promise<VoiceAnswer<string>>
}

/**
 * Returns the transcript of a recording: the server's if there is one, else the browser's. The recording is sent unless
 * the server has said it cannot transcribe and the browser already has.
 */
export async function writtenDown({ canServer, browser, askServer }: Listeners): Promise<Written> {
  const own: Written | null = browser === '' ? null : { kind: 'written', text: browser, by: 'browser' }
  if (own && canServer === false) return own
  const answer = await askServer()
  if (answer.kind === 'ok' && answer.value !== '') {
    return { kind: 'written', text: answer.value, by: 'server' }
  }
  if (own) return own
  if (answer.kind === 'ok') return { kind: 'nothing', why: 'no-words', sentence: null }
  return answer.kind === 'error'
    ? { kind: 'nothing', why: 'refused', sentence: answer.message }
    : { kind: 'nothing', why: 'no-connection', sentence: null }
}
