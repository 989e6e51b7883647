import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storableText } from './storable-text.ts'

const issueOf = (text: string, max = 10) => storableText(max).safeParse(text).error?.issues[0]
const problemOf = (text: string) => issueOf(text)?.message

describe('a text that can be stored', () => {
  it('is trimmed at both ends and nowhere else', () => {
    expect(storableText(10).parse(' \t a  b \n')).toBe('a  b')
  })

  it('holds at most that many code points, counted after trimming', () => {
    expect(problemOf(`  ${'x'.repeat(10)}  `)).toBeUndefined()
    expect(issueOf('x'.repeat(11))).toMatchObject({ code: 'too_big', maximum: 10 })
    expect(problemOf('💊'.repeat(10))).toBeUndefined()
    expect(issueOf('💊'.repeat(11))).toMatchObject({ code: 'too_big', maximum: 10 })
  })

  it.each(['a\u0000b', '\u0000', ' \u0000 '])('holds no NUL: %j', (text) => {
    expect(problemOf(text)).toBe('must not contain NUL characters')
  })

  it.each(['\ud800', 'a\udfffb', '\udc8a\ud83d', '💊'.slice(0, 1)])(
    'holds no half of a surrogate pair, which PostgreSQL refuses in JSON: %j',
    (text) => {
      expect(problemOf(text)).toBe('must not contain half of a character (a lone surrogate)')
    },
  )

  it('survives UTF-8 and JSON unchanged when it is accepted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }), (units) => {
        const parsed = storableText(100).safeParse(String.fromCharCode(...units))
        if (!parsed.success) return
        expect(
          new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new TextEncoder().encode(parsed.data)),
        ).toBe(parsed.data)
        expect(JSON.stringify(parsed.data)).not.toMatch(/\\u0000|\\ud[89a-f]/)
      }),
    )
  })
})
