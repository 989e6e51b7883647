import { describe, expect, it } from 'vitest'
import type { VoiceAnswer } from '#src/platform/voice-calls.ts'
import { writtenDown } from './written-down.ts'

const SAID: VoiceAnswer<string> = { kind: 'ok', value: 'Metformin 500 mg' }
const SENTENCE = 'This server is not set up to turn speech into text.'
const REFUSED: VoiceAnswer<string> = {
  kind: 'error',
  status: 503,
  code: 'unavailable',
  field: null,
  message: SENTENCE,
}
const NONE: VoiceAnswer<string> = { kind: 'no-answer' }

const written = (answer: VoiceAnswer<string>, browser: string) =>
  writtenDown({ browser, askServer: async () => answer })

describe('what was said', () => {
  it('is what the server wrote, also where the browser wrote along', async () => {
    expect(await written(SAID, 'met for men')).toEqual({
      kind: 'written',
      text: 'Metformin 500 mg',
      by: 'server',
    })
  })

  it.each([
    ['refuses', REFUSED],
    ['cannot be reached', NONE],
    ['hears nothing', { kind: 'ok', value: '' } as const],
  ])('is what the browser wrote when the server %s', async (_what, answer) => {
    expect(await written(answer, 'metformin')).toEqual({ kind: 'written', text: 'metformin', by: 'browser' })
  })

  it('is nothing with the server’s sentence, without one when there was no answer, or when no word was heard', async () => {
    expect(await written(REFUSED, '')).toEqual({ kind: 'nothing', why: 'refused', sentence: SENTENCE })
    expect(await written(NONE, '')).toEqual({ kind: 'nothing', why: 'no-connection', sentence: null })
    expect(await written({ kind: 'ok', value: '' }, '')).toEqual({
      kind: 'nothing',
      why: 'no-words',
      sentence: null,
    })
  })
})
