import { describe, expect, it } from 'vitest'
import { linePicture, turnedOver } from './line-picture.ts'
import { fromRgba, type Picture } from './picture.ts'
import { detectorTensor, lineTensor } from './tensors.ts'

/** Returns a grey picture whose pixels are what `shade` says. */
function drawn(width: number, height: number, shade: (x: number, y: number) => number): Picture {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at += 1)
    data.fill(shade(at % width, Math.floor(at / width)), at * 3, at * 3 + 3)
  return { data, width, height }
}

/** Returns the darkest row of each tenth of a picture. */
const darkestRows = ({ data, width, height }: Picture): number[] =>
  Array.from({ length: 10 }, (_, tenth) => {
    const column = Math.floor(((tenth + 0.5) * width) / 10)
    const shades = Array.from({ length: height }, (_, row) => data[(row * width + column) * 3] as number)
    return shades.indexOf(Math.min(...shades))
  })

describe('a line is cut out level', () => {
  it('one that leans', () => {
    const leaning = drawn(200, 100, (x, y) => (Math.abs(y - 50 - (x - 100) * 0.2) < 2 ? 0 : 255))
    const box = { x: 100, y: 50, width: 160, height: 24, angle: Math.atan(0.2), bend: 0 }
    for (const row of darkestRows(linePicture(leaning, box, 48))) expect(Math.abs(row - 24)).toBeLessThan(4)
  })

  it('one that is curved', () => {
    const curved = drawn(200, 100, (x, y) => (Math.abs(y - 40 - (x - 100) ** 2 * 0.002) < 2 ? 0 : 255))
    const box = { x: 100, y: 40, width: 180, height: 24, angle: 0, bend: 0.002 }
    const { width, height } = linePicture(curved, box, 48)
    expect([width, height]).toEqual([360, 48])
    for (const row of darkestRows(linePicture(curved, box, 48))) expect(Math.abs(row - 24)).toBeLessThan(5)
    const straight = darkestRows(linePicture(curved, { ...box, bend: 0 }, 48))
    expect(Math.max(...straight) - Math.min(...straight)).toBeGreaterThan(10)
  })

  it('a much smaller picture keeps thin strokes', () => {
    const striped = drawn(400, 200, (x) => (x % 8 === 0 ? 0 : 255))
    const { data } = linePicture(striped, { x: 200, y: 100, width: 400, height: 192, angle: 0, bend: 0 }, 48)
    const mean = data.reduce((sum, shade) => sum + shade, 0) / data.length
    expect(mean).toBeGreaterThan(210)
    expect(mean).toBeLessThan(235)
  })

  it('beyond the edge of the picture its edge goes on', () => {
    const { data } = linePicture(
      drawn(20, 20, () => 7),
      { x: 0, y: 0, width: 60, height: 30, angle: 1, bend: 0 },
      48,
    )
    expect(new Set(data)).toEqual(new Set([7]))
  })

  it('turned over, its last pixel is the first', () => {
    const over = turnedOver(drawn(3, 2, (x, y) => y * 3 + x))
    expect(Array.from({ length: 6 }, (_, at) => over.data[at * 3])).toEqual([5, 4, 3, 2, 1, 0])
  })
})

it('what a canvas shows is taken without how opaque it is', () => {
  const shown = { data: Uint8ClampedArray.of(1, 2, 3, 255, 4, 5, 6, 255), width: 2, height: 1 }
  expect([...fromRgba(shown).data]).toEqual([1, 2, 3, 4, 5, 6])
})

describe('a picture becomes numbers for a model', () => {
  const blue: Picture = { data: Uint8Array.of(0, 0, 255), width: 1, height: 1 }

  it('blue first, around zero', () => {
    expect([...lineTensor(blue).data]).toEqual([1, -1, -1])
    expect(detectorTensor(blue).dims).toEqual([1, 3, 1, 1])
    expect(detectorTensor(blue).data[0]).toBeCloseTo((1 - 0.485) / 0.229, 5)
  })

  it('a narrow line is followed by grey', () => {
    expect([...lineTensor(blue, 3).data]).toEqual([1, 0, 0, -1, 0, 0, -1, 0, 0])
  })
})
