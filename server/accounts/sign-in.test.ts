import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeNext } from './sign-in.ts'

it.each([
  ['an address of the server', '/api/logout'],
  ['one with a letter encoded', '/%61pi/logout'],
  ['one with every letter encoded', '/%61%70%69/%6cogout'],
  ['one with its stroke encoded', '/api%2Flogout'],
  ['one behind a way up', '/history/%2e%2e/%61pi/logout'],
  ['another host, encoded', '/%2Fevil.example'],
  ['a malformed encoding', '/%E0%A4%A'],
  ['a path of 500 characters that becomes longer', `/${'ä'.repeat(319)}`],
])('leads nobody on to %s', (_what, next) => {
  expect(safeNext(next)).toBeUndefined()
})

it.each(['/', '/reminders?dose=1', '/settings#lock', '/medications?q=%2Fapi%2F', '/apiary'])(
  'leads on to %s',
  (next) => {
    expect(safeNext(next)).toBe(next)
  },
)

it('what it answers it answers again, and the form takes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      const next = safeNext(`/${text}`)
      if (next === undefined) return
      expect(safeNext(next)).toBe(next)
      expect(next.length).toBeLessThanOrEqual(500)
      expect(decodeURIComponent(new URL(next, 'http://here.invalid').pathname)).not.toMatch(/^\/(api)?\//)
    }),
  )
})
