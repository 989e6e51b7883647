import { describe, expect, it } from 'vitest'
import { isRightPin, pinProblem, storedPin } from './pin.ts'

describe('a PIN', () => {
  it.each(['123', '1234567890123', '12a4', '١٢٣٤', ' 1234', ''])('is not %j', (pin) => {
    expect(pinProblem(pin, pin)).toEqual({ at: 'pin', words: 'Use 4 to 12 digits.' })
  })

  it('has to be typed twice alike', () => {
    expect(pinProblem('1234', '1235')).toEqual({ at: 'again', words: 'The two PINs are not the same.' })
    expect(pinProblem('0000', '0000')).toBeNull()
    expect(pinProblem('123456789012', '123456789012')).toBeNull()
  })

  it('is kept as 600,000 rounds of PBKDF2 over a salt of its own, and found again', async () => {
    const [one, other] = await Promise.all([storedPin('4711'), storedPin('4711')])
    expect(one.rounds).toBeGreaterThanOrEqual(600_000)
    expect(one.salt).toHaveLength(16)
    expect(one.salt).not.toEqual(other.salt)
    expect(one.hash).not.toEqual(other.hash)
    expect(await isRightPin('4711', one)).toBe(true)
    expect(await isRightPin('4712', one)).toBe(false)
    expect(await isRightPin('', one)).toBe(false)
  })
})
