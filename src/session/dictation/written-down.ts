import type { VoiceAnswer } from '#src/platform/voice-calls.ts'

/** The outcome of a recording. `sentence` is the server's own, if it gave one. */
export type Written =
  | { kind: 'written'; text: string; by: 'server' | 'browser' }
  | { kind: 'nothing'; why: 'no-words' | 'no-connection' | 'refused'; sentence: string | null }

interface Transcripts {
  /** The browser's transcript, empty if it has none. */
  browser: string
  askServer: () => Promise<VoiceAnswer<string>>
}

/** Returns the transcript of a recording that is sent to the server: its own if there is one, else the browser's. */
export async function writtenDown({ browser, askServer }: Transcripts): Promise<Written> {
  const answer = await askServer()
  if (answer.kind === 'ok' && answer.value !== '') {
    return { kind: 'written', text: answer.value, by: 'server' }
  }
  if (browser !== '') return { kind: 'written', text: browser, by: 'browser' }
  if (answer.kind === 'ok') return { kind: 'nothing', why: 'no-words', sentence: null }
  return answer.kind === 'error'
    ? { kind: 'nothing', why: 'refused', sentence: answer.message }
    : { kind: 'nothing', why: 'no-connection', sentence: null }
}
