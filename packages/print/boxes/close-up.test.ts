import { describe, expect, it } from 'vitest'
import type { Box } from './box.ts'
import { closeUpOf, isIn } from './close-up.ts'

const PAGE = { width: 2000, height: 3000 }
const line = (x: number, y: number, width = 400, height = 20): Box => ({ x, y, width, height, angle: 0, bend: 0 })
const bottle = [line(1000, 1500), line(1000, 1530), line(1010, 1560)]

describe('the part of a picture that is looked at from nearby', () => {
  it('is where the print is, with some room around it', () => {
    expect(closeUpOf(bottle, PAGE)).toEqual({ x: 760, y: 1450, width: 490, height: 160 })
  })

  it('is none where the print fills the picture, or there is no print', () => {
    expect(closeUpOf([line(1000, 200, 1900, 60), line(1000, 2800, 1900, 60)], PAGE)).toBeNull()
    const page = Array.from({ length: 40 }, (_, row) => line(1000, 100 + row * 70, 1600, 40))
    expect(closeUpOf(page, PAGE)).toBeNull()
    expect(closeUpOf([], PAGE)).toBeNull()
  })

  it('leaves out a few lines elsewhere, such as the pattern of a cloth', () => {
    expect(closeUpOf([...bottle, line(200, 2900, 100)], PAGE)).toEqual(closeUpOf(bottle, PAGE))
  })

  it('is none where two packages lie apart', () => {
    expect(closeUpOf([line(300, 200), line(1700, 2800)], PAGE)).toBeNull()
  })

  it('ends at the edge of the picture', () => {
    expect(closeUpOf([line(30, 10, 60, 20)], PAGE)).toEqual({ x: 0, y: 0, width: 100, height: 60 })
  })

  it('measures lines that run down the picture along their direction', () => {
    const down: Box = { ...line(1000, 1500), angle: Math.PI / 2 }
    expect(closeUpOf([down], PAGE)).toMatchObject({ x: 950, y: 1260, width: 100, height: 480 })
  })

  it('holds the boxes whose middle it holds', () => {
    const part = { x: 760, y: 1450, width: 490, height: 160 }
    expect([line(1000, 1500), line(100, 100)].map((box) => isIn(box, part))).toEqual([true, false])
  })
})
