import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('letters that a printer sets as one character', () => {
  it.each([
    ['Oﬃce of Dr Griﬃths', 'Office of Dr Griffiths'],
    ['the ﬁrst of May', 'the 1st of May'],
    ['the ﬂu clinic', 'the flu clinic'],
  ])('are letters: %s', (said, text) => {
    expect(plainText(said).text).toBe(text)
  })

  it('are said again as they were printed', () => {
    const plain = plainText('at the Oﬃce on Monday')
    const at = plain.text.indexOf('Office')
    expect(plain.said({ at, length: 'Office'.length })).toEqual({ words: 'Oﬃce', at: 7 })
    expect(plain.said({ at: plain.text.indexOf('Monday'), length: 6 })).toEqual({ words: 'Monday', at: 15 })
  })
})
