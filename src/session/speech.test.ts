import { afterEach, describe, expect, it, vi } from 'vitest'
import { speak, stopSpeaking } from './speech.ts'

afterEach(() => vi.unstubAllGlobals())

describe('spoken reminders (specification, sections 8 and 9)', () => {
  it('speaks each sentence in turn at rate 0.9, pitch 1 and volume 1', () => {
    const spoken: unknown[] = []
    vi.stubGlobal('speechSynthesis', { speak: (words: unknown) => spoken.push(words) })
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        text: string
        constructor(text: string) {
          this.text = text
        }
      },
    )
    speak(['One.', 'Two.'])
    expect(spoken).toEqual([
      { text: 'One.', rate: 0.9, pitch: 1, volume: 1, lang: 'en-AU' },
      { text: 'Two.', rate: 0.9, pitch: 1, volume: 1, lang: 'en-AU' },
    ])
  })

  it('without a voice in the browser there is one warning and nothing else', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    speak(['One.'])
    speak(['Two.'])
    stopSpeaking()
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('Text-to-speech is not supported in this browser'),
    )
    warn.mockRestore()
  })
})
