import { warnOnce } from '#src/platform/logger.ts'

/** Specification, section 9. */
const VOICE = { rate: 0.9, pitch: 1, volume: 1 } as const

/** Speaks the sentences one after the other. A browser without a voice is only warned about (specification, section 8). */
export function speak(sentences: readonly string[]): void {
  if (!('speechSynthesis' in globalThis)) {
    warnOnce('Text-to-speech is not supported in this browser')
    return
  }
  for (const sentence of sentences) {
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(sentence), VOICE))
  }
}

export function stopSpeaking(): void {
  if ('speechSynthesis' in globalThis) speechSynthesis.cancel()
}
