import { language } from '#domain/language/translate.ts'
import { warnOnce } from '#src/platform/logger.ts'

/** Specification, section 9. */
const VOICE = { rate: 0.9, pitch: 1, volume: 1 } as const

/** Returns the speech synthesis, which a browser may lack, or have and refuse. */
const voice = (): SpeechSynthesis | undefined => globalThis.speechSynthesis

/** Returns whether the browser has a voice. */
export const canSpeak = (): boolean => voice() !== undefined && typeof SpeechSynthesisUtterance !== 'undefined'

/**
 * Speaks the sentences one after the other, in the language of the app. In a browser without a voice it only logs a warning (specification, section
 * 8). Never throws.
 */
export function speak(sentences: readonly string[]): void {
  if (sentences.length === 0) return
  try {
    if (!canSpeak()) {
      warnOnce('Text-to-speech is not supported in this browser')
      return
    }
    const lang = language().locale
    for (const sentence of sentences) {
      voice()?.speak(Object.assign(new SpeechSynthesisUtterance(sentence), VOICE, { lang }))
    }
  } catch (cause) {
    warnOnce('A reminder could not be spoken', cause)
  }
}

/** Never throws. */
export function stopSpeaking(): void {
  try {
    voice()?.cancel()
  } catch (cause) {
    warnOnce('Speaking could not be stopped', cause)
  }
}
