import { describe, expect, it } from 'vitest'
import { findBoxes } from './find-boxes.ts'

/** Returns what a detector says of cores that are where `isCore` says. */
function seen(width: number, height: number, isCore: (x: number, y: number) => boolean, likely = 0.9) {
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    isCore(at % width, Math.floor(at / width)) ? likely : 0.02,
  )
  return { data, width, height }
}

/** Whether a point is in a line of that length and height around a middle, turned by an angle. */
const inLine =
  ({ x, y, length, height, angle = 0 }: Record<'x' | 'y' | 'length' | 'height', number> & { angle?: number }) =>
  (px: number, py: number) => {
    const [u, v] = [
      (px - x) * Math.cos(angle) + (py - y) * Math.sin(angle),
      (py - y) * Math.cos(angle) - (px - x) * Math.sin(angle),
    ]
    return Math.abs(u) <= length / 2 && Math.abs(v) <= height / 2
  }

describe('lines of print are found', () => {
  it('each by its middle and direction, and reaches beyond its core', () => {
    const isUpper = inLine({ x: 100, y: 40, length: 140, height: 10 })
    const isLower = inLine({ x: 100, y: 90, length: 80, height: 10, angle: 0.2 })
    const [upper, lower, ...more] = findBoxes(seen(200, 130, (x, y) => isUpper(x, y) || isLower(x, y)))
    expect(more).toEqual([])
    expect(upper?.x).toBeCloseTo(100.5, 0)
    expect(upper?.y).toBeCloseTo(40.5, 0)
    expect(upper?.angle).toBeCloseTo(0, 2)
    expect(upper?.height).toBeGreaterThan(22)
    expect(upper?.height).toBeLessThan(32)
    expect(upper?.width).toBeGreaterThan(150)
    expect(lower?.angle).toBeCloseTo(0.2, 1)
  })

  it('a curved one as a curve of the height of its print', () => {
    const [box] = findBoxes(
      seen(240, 90, (x, y) => x > 20 && x < 220 && Math.abs(y - (40 + ((x - 120) / 100) ** 2 * 20)) < 5),
    )
    expect(box?.bend).toBeCloseTo(20 / 100 ** 2, 3)
    expect(box?.height).toBeLessThan(36)
    expect(box?.y).toBeCloseTo(40.5, 0)
  })

  it('not where the detector is unsure, nor where too little is', () => {
    const isCore = inLine({ x: 100, y: 40, length: 140, height: 10 })
    expect(findBoxes(seen(200, 80, isCore, 0.4))).toEqual([])
    expect(findBoxes(seen(200, 80, (x, y) => x === 50 && y === 50))).toEqual([])
    expect(findBoxes(seen(200, 80, (x, y) => y === 40 && x > 20 && x < 120))).toEqual([])
  })
})
