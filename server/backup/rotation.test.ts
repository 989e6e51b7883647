import fc from 'fast-check'
import { expect, it } from 'vitest'
import { superseded } from './rotation.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.parse('2026-03-31T12:00:00.000Z')

it('of two months at six hours each it keeps the newest four and the last of each of 30 days', () => {
  const all = Array.from({ length: 240 }, (_, index) => NOW - index * 6 * HOUR)
  const gone = new Set(superseded(all, NOW))
  const kept = all.filter((at) => !gone.has(at)).map((at) => new Date(at).toISOString().slice(0, 13))
  expect(kept.slice(0, 6)).toEqual([
    '2026-03-31T12',
    '2026-03-31T06',
    '2026-03-31T00',
    '2026-03-30T18',
    '2026-03-29T18',
    '2026-03-28T18',
  ])
  expect(kept.at(-1)).toBe('2026-03-01T18')
  expect(kept).toHaveLength(33)
})

it('S11.10 none that is kept gets older than 30 days before the next hour, and the newest of those that are younger always is kept', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 * DAY })), (ages) => {
      const all = ages.map((age) => NOW - age)
      const gone = new Set(superseded(all, NOW))
      const kept = all.filter((at) => !gone.has(at))
      const bound = NOW - 30 * DAY + HOUR
      expect(kept.every((at) => at >= bound)).toBe(true)
      const young = all.filter((at) => at >= bound)
      if (young.length > 0) expect(kept).toContain(Math.max(...young))
    }),
  )
})

it('one a day is left whatever the order and number of rotations', () => {
  const week = Array.from({ length: 28 }, (_, index) => NOW - 7 * DAY + index * 6 * HOUR)
  let kept: number[] = []
  for (const at of week) {
    kept.push(at)
    const gone = new Set(superseded(kept, at))
    kept = kept.filter((other) => !gone.has(other))
  }
  expect(new Set(kept.map((at) => Math.floor(at / DAY))).size).toBe(8)
})
