import { describe, expect, it } from 'vitest'
import { countdownText, triesText, whenText } from './lock-text.ts'

describe('the words of the lock', () => {
  it.each([
    [1, 0, 'That is not the PIN. 4 more tries before a pause.'],
    [4, 0, 'That is not the PIN. 1 more try before a pause.'],
    [5, 30_000, 'Too many wrong PINs. Wait 30 seconds before the next try.'],
    [6, 60_000, 'Too many wrong PINs. Wait 1 minute before the next try.'],
    [7, 241_000, 'Too many wrong PINs. Wait 5 minutes before the next try.'],
    [5, 200, 'Too many wrong PINs. Wait 1 second before the next try.'],
  ])('after %i wrong PINs with %i ms to wait', (wrong, wait, words) => {
    expect(triesText({ wrong, until: 0 }, wait)).toBe(words)
  })

  it('count down to the second, never showing less than there is', () => {
    expect([299_001, 60_000, 59_999, 1].map(countdownText)).toEqual(['5:00', '1:00', '1:00', '0:01'])
  })

  it('say when it closes', () => {
    expect(whenText(0)).toBe('On. Locks as soon as you leave Dosewell')
    expect(whenText(5)).toBe('On. Locks after 5 minutes away, and at each start')
  })
})
