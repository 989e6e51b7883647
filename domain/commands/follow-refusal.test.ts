import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MedicationId } from '../lib/ids.ts'
import { sampleId } from '../testing/samples.ts'
import { FOLLOWED_FIELD, followRefusal, inCircles } from './follow-refusal.ts'

const following = (id: number, other: number | null) => ({
  id: sampleId<MedicationId>(id),
  schedule:
    other === null
      ? ({ kind: 'daily' } as const)
      : ({ kind: 'after-dose', medicationId: sampleId<MedicationId>(other), minutes: 30 } as const),
})

describe('a medication that follows another one', () => {
  it.each<[string, [number, number | null], [number, number | null][], string | null]>([
    ['follows none', [1, null], [], null],
    ['follows one with times', [1, 2], [[2, null]], null],
    [
      'follows one that follows another',
      [1, 2],
      [
        [2, 3],
        [3, null],
      ],
      null,
    ],
    ['follows itself', [1, 1], [[1, null]], 'its own doses'],
    ['follows one that is not there', [1, 2], [[3, null]], 'not in your list'],
    [
      'follows one that follows it',
      [1, 2],
      [
        [1, null],
        [2, 1],
      ],
      'circle',
    ],
    [
      'closes a circle of three',
      [1, 2],
      [
        [1, 4],
        [2, 3],
        [3, 1],
      ],
      'circle',
    ],
    [
      'follows one of a circle that is none of its own',
      [1, 2],
      [
        [2, 3],
        [3, 2],
      ],
      null,
    ],
    ['follows one whose own is gone', [1, 2], [[2, 3]], null],
  ])('is asked about when it %s', (_what, [id, other], others, expected) => {
    const refusal = followRefusal(
      following(id, other),
      others.map(([a, b]) => following(a, b)),
    )
    if (expected === null) return expect(refusal).toBeNull()
    expect(refusal).toMatchObject({ status: 422, field: FOLLOWED_FIELD, error: expect.stringContaining(expected) })
  })

  it('all those in circles are found, as by walking from each of them until it comes back', () => {
    const someone = fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }) },
    )
    fc.assert(
      fc.property(fc.array(someone, { maxLength: 8 }), (followed) => {
        const isInCircle = (start: number) => {
          let id: number | null = start
          for (let steps = 0; id !== null && steps < 9; steps += 1) {
            id = followed[id - 1] ?? null
            if (id === start) return true
          }
          return false
        }
        const all = followed.map((other, index) => following(index + 1, other))
        const expected = all.filter((_, index) => isInCircle(index + 1)).map(({ id }) => id)
        expect([...inCircles(all)].sort()).toEqual(expected.sort())
      }),
    )
  })

  it('added one after the other, medications never come to follow each other in a circle', () => {
    const edits = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })), { maxLength: 30 })
    fc.assert(
      fc.property(edits, (all) => {
        const plans = new Map([1, 2, 3, 4, 5, 6].map((id) => [id, following(id, null)]))
        const follows = new Map<number, number>()
        for (const [id, other] of all) {
          const edited = following(id, other)
          if (followRefusal(edited, [...plans.values()])) continue
          plans.set(id, edited)
          follows.set(id, other)
        }
        for (const start of plans.keys()) {
          let steps = 0
          for (let at = follows.get(start); at !== undefined && steps < 6; at = follows.get(at)) steps += 1
          expect(steps).toBeLessThan(6)
        }
      }),
    )
  })
})
