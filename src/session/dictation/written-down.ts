import type { VoiceAnswer } from '#src/platform/voice-calls.ts'

/** What became of a recording. `sentence`: the server's own, when it gave one. */
export type Written =
  | { kind: 'written'; text: string; by: 'server' | 'browser' }
  | { kind: 'nothing'; why: 'no-words' | 'no-connection' | 'refused'; sentence: string | null }

interface Listeners {
  /** What the server said it can do; null when that is not known. */
  canServer: boolean | null
  /** The browser's own words, empty when it wrote none. */
  browser: string
  askServer: () => Promise<VoiceAnswer<string>>
}

/**
 * The words of a recording: the server's where it has any, else the browser's. A recording is sent unless the server
 * has said that it cannot write and the browser did.
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
