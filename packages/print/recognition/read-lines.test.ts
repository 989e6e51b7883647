import { describe, expect, it } from 'vitest'
import type { Box } from '../boxes/box.ts'
import type { Glyph } from '../lines/line.ts'
import type { Picture } from '../pictures/picture.ts'
import { findLines, type PagePicture } from './find-lines.ts'
import type { PrintModels } from './models.ts'
import { type LineReaders, readLines } from './read-lines.ts'

const pictureOf = (width: number, height: number): Picture => ({
  data: new Uint8Array(width * height * 3),
  width,
  height,
})
const page: PagePicture = { whole: pictureOf(640, 320), resized: async (width, height) => pictureOf(width, height) }

/** Two lines, in pixels of the picture in which they are looked for: the lower one is longer. */
const BOXES: Box[] = [
  { x: 300, y: 300, width: 500, height: 40, angle: 0, bend: 0 },
  { x: 200, y: 100, width: 300, height: 40, angle: 0, bend: 0 },
]
const lettersOf = (text: string, confidence = 0.9): Glyph[] =>
  [...text].map((char, index) => ({ char, confidence, isApart: false, at: index / 2 }))

function readersOf(texts: readonly string[], changes: Partial<PrintModels> = {}): LineReaders {
  const [own, others] = [[...texts], [...texts]]
  return {
    models: {
      boxesIn: async () => BOXES,
      isTurned: async () => 0,
      lettersOf: async () => lettersOf(own.shift() ?? ''),
      ...changes,
    },
    other: async () => lettersOf(others.shift() ?? ''),
    isKnown: () => false,
  }
}

describe('the lines of a picture', () => {
  it('are read by both and put in order, each as sure as its letters', async () => {
    const shares: number[] = []
    const readers = { ...readersOf(['below', 'above']), onProgress: (share: number) => shares.push(share) }
    expect(await readLines(page, readers)).toEqual({
      text: 'above\nbelow',
      confidence: expect.any(Number),
      lineConfidences: [95, 95],
    })
    expect(shares).toEqual([0, 0.5, 1])
  })

  it('are read in the opposite direction where they are upside down', async () => {
    const read = await readLines(page, readersOf(['below', 'above'], { isTurned: async () => 1 }))
    expect(read?.text).toBe('below\nabove')
  })

  it('on the side of a package say nothing about how its front is held', async () => {
    const side: Box = { x: 40, y: 160, width: 300, height: 20, angle: Math.PI / 2, bend: 0 }
    // Its picture is the flattest one: seen as upside down, only it is turned.
    const { models } = readersOf([], {
      boxesIn: async () => [...BOXES, side],
      isTurned: async ({ width, height }) => (width / height > 14 ? 1 : 0),
    })
    const angles = (await findLines(page, models)).map(({ box }) => Math.round((100 * box.angle) / Math.PI))
    expect(angles).toEqual([0, 0, -50])
  })

  it('a large one of which nothing can be made is read the other way up, if that is clear', async () => {
    const turnedFirst = new Map([
      [400, ['HOIN 1DIXOWV', 'Amoxicillin']],
      [800, ['HOIN 1', '']],
    ])
    const upper: Box = { x: 200, y: 60, width: 300, height: 36, angle: 0, bend: 0 }
    const readers = readersOf([], {
      boxesIn: async () => [upper],
      lettersOf: async ({ width }) => {
        const text = turnedFirst.get(width)?.shift() ?? ''
        return lettersOf(text, text === 'Amoxicillin' ? 0.95 : 0.5)
      },
    })
    const read = await readLines(page, { ...readers, other: async () => [] })
    expect(read?.text).toBe('Amoxicillin')
  })

  it('are looked for from nearby where they fill a small part, in pixels of the whole picture', async () => {
    const looked: [number, number, unknown][] = []
    const large: PagePicture = {
      whole: pictureOf(2000, 2000),
      async resized(width, height, part) {
        looked.push([width, height, part])
        return pictureOf(width, height)
      },
    }
    const far: Box = { x: 560, y: 560, width: 100, height: 10, angle: 0, bend: 0 }
    const near: Box = { x: 200, y: 60, width: 300, height: 30, angle: 0, bend: 0 }
    const found = [[far], [near]]
    const { models } = readersOf([], { boxesIn: async () => found.shift() ?? [] })
    const [line, ...others] = await findLines(large, models)
    const [, second] = looked
    expect(looked[0]?.[2]).toEqual({ x: 0, y: 0, width: 2000, height: 2000 })
    const part = second?.[2] as { x: number; y: number; width: number; height: number }
    expect(others).toEqual([])
    expect(line?.box.x).toBeCloseTo(part.x + (200 * part.width) / (second?.[0] ?? 0))
    expect(line?.box.width).toBeCloseTo((300 * part.width) / (second?.[0] ?? 0))
  })

  it('without letters are none: then there is no text', async () => {
    expect(await readLines(page, readersOf(['', '-?']))).toBeNull()
  })

  it('are read once more with wider letters where a large one is unclear, as long as that is surer', async () => {
    const widths: number[] = []
    const byWidth = new Map([
      [600, lettersOf('F', 0.4)],
      [1200, lettersOf('Fluconaz', 0.7)],
      [1800, lettersOf('Fluconazole', 0.95)],
    ])
    const readers = readersOf([], {
      boxesIn: async () => BOXES.slice(0, 1),
      async lettersOf(line) {
        widths.push(line.width)
        return byWidth.get(line.width) ?? []
      },
    })
    const others: number[] = []
    const other: LineReaders['other'] = async (line) => {
      others.push(line.width)
      return byWidth.get(line.width) ?? []
    }
    const read = await readLines(page, { ...readers, other })
    expect(read?.text).toBe('Fluconazole')
    expect([widths, others]).toEqual([[600, 1200, 1800], [1800]])
  })

  it('a recogniser that fails while the other still reads is told to the caller, and to nobody else', async () => {
    const failing = { ...readersOf(['below', 'above']), other: () => Promise.reject(new Error('no worker')) }
    await expect(readLines(page, failing)).rejects.toThrow('no worker')
  })
})
