import { describe, expect, it } from 'vitest'
import { hullOf, type Point, smallestRectangle } from './rectangle.ts'

describe('the smallest rectangle around points', () => {
  it('lies as they do', () => {
    const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)]
    const corners = [
      [-50, -10],
      [50, -10],
      [50, 10],
      [-50, 10],
      [0, 0],
    ] as const
    const turned = corners.map(([u, v]): Point => [200 + u * cos - v * sin, 100 + u * sin + v * cos])
    const { x, y, width, height, angle } = smallestRectangle(turned)
    for (const [found, wanted] of [
      [x, 200],
      [y, 100],
      [width, 100],
      [height, 20],
      [angle, 0.3],
    ] as const) {
      expect(found).toBeCloseTo(wanted, 5)
    }
  })

  it('its width is its longer side', () => {
    const { width, height, angle } = smallestRectangle([
      [0, 0],
      [0, 90],
      [8, 0],
      [8, 90],
    ])
    expect([width, height, Math.abs(angle)]).toEqual([90, 8, Math.PI / 2])
  })

  it('of one point has no size', () => {
    expect(smallestRectangle([[3, 4]])).toMatchObject({ x: 3, y: 4, width: 0, height: 0 })
  })

  it('needs only the corners of the hull', () => {
    const grid = Array.from({ length: 25 }, (_, at): Point => [at % 5, Math.floor(at / 5)])
    expect(hullOf(grid)).toHaveLength(4)
  })
})
