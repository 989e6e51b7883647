import { describe, expect, test, vi } from 'vitest'
import type { Attempt } from '#src/sync/drain.ts'
import type { WriteRefusal } from '#src/sync/ports.ts'
import { watchFirstAttempt } from './first-attempt.ts'

const refusal: WriteRefusal = { status: 409, code: 'duplicate', error: 'You already have it', field: 'name' }

function source() {
  const listeners = new Set<(attempt: Attempt) => void>()
  return {
    onAttempt(listener: (attempt: Attempt) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: (attempt: Attempt) => {
      for (const listener of [...listeners]) listener(attempt)
    },
    get listening() {
      return listeners.size
    },
  }
}

describe('the first attempt of a write', () => {
  test.each(['refused', 'postponed'] as const)('answered with %s is told once', (kind) => {
    const attempts = source()
    const tell = vi.fn()
    watchFirstAttempt(attempts.onAttempt, ['a'], tell)
    attempts.emit({ key: 'a', kind, refusal })
    attempts.emit({ key: 'a', kind, refusal })
    expect(tell.mock.calls).toEqual([[{ key: 'a', kind, refusal }]])
  })

  test('that was acknowledged tells nothing, and nothing that comes later', () => {
    const attempts = source()
    const tell = vi.fn()
    watchFirstAttempt(attempts.onAttempt, ['a'], tell)
    attempts.emit({ key: 'a', kind: 'acknowledged' })
    attempts.emit({ key: 'a', kind: 'refused', refusal })
    expect(tell).not.toHaveBeenCalled()
    expect(attempts.listening).toBe(0)
  })

  test('that got no answer tells nothing; the refusal of a later attempt is silent', () => {
    const attempts = source()
    const tell = vi.fn()
    watchFirstAttempt(attempts.onAttempt, ['a'], tell)
    attempts.emit({ key: 'a', kind: 'unanswered' })
    attempts.emit({ key: 'a', kind: 'refused', refusal })
    expect(tell).not.toHaveBeenCalled()
  })

  test('of a write with several entries is told once', () => {
    const attempts = source()
    const tell = vi.fn()
    watchFirstAttempt(attempts.onAttempt, ['a', 'b'], tell)
    attempts.emit({ key: 'a', kind: 'refused', refusal })
    attempts.emit({ key: 'b', kind: 'refused', refusal })
    expect(tell).toHaveBeenCalledTimes(1)
    expect(attempts.listening).toBe(0)
  })

  test('of another write is not its business', () => {
    const attempts = source()
    const tell = vi.fn()
    watchFirstAttempt(attempts.onAttempt, ['a'], tell)
    attempts.emit({ key: 'b', kind: 'refused', refusal })
    expect(tell).not.toHaveBeenCalled()
    expect(attempts.listening).toBe(1)
  })
})
