import { describe, expect, it } from 'vitest'
import type { Box } from './box.ts'
import { aligned } from './level.ts'

const boxAt = (angle: number, width = 200, height = 20): Box => ({ x: 0, y: 0, width, height, angle, bend: 0 })

describe('lines of a page are read in one direction', () => {
  it('those that point backwards are turned', () => {
    const angles = aligned([boxAt(0.1), boxAt(0.12 - Math.PI), boxAt(0.08)]).map(({ angle }) => angle)
    for (const angle of angles) expect(angle).toBeCloseTo(0.1, 1)
  })

  it('short ones, which show no direction, follow the long ones', () => {
    const [, short] = aligned([boxAt(0.05), boxAt(Math.PI / 2 + 0.05, 24, 20)])
    expect(short).toMatchObject({ width: 20, height: 24 })
    expect(short?.angle).toBeCloseTo(0.05, 2)
  })

  it('on a page that lies on its side, all go down or all go up', () => {
    const angles = aligned([boxAt(Math.PI / 2 - 0.02), boxAt(-Math.PI / 2 + 0.03), boxAt(Math.PI / 2)]).map(
      ({ angle }) => Math.sign(Math.sin(angle)),
    )
    expect(new Set(angles).size).toBe(1)
  })

  it('no lines are no lines', () => {
    expect(aligned([])).toEqual([])
  })
})
