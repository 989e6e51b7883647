import { describe, expect, it } from 'vitest'
import { greymapOf, greyOf, withMargin } from './grey.ts'

describe('a colour picture in grey', () => {
  it.each([
    ['black', [0, 0, 0], 0],
    ['white', [255, 255, 255], 255],
    ['grey', [119, 119, 119], 119],
    ['a dark grey', [3, 3, 3], 3],
    ['red', [255, 0, 0], 127],
    ['green is lighter than blue', [0, 255, 0], 220],
    ['blue', [0, 0, 255], 76],
  ])('%s', (_what, colour, shade) => {
    expect([...greyOf({ data: Uint8Array.from(colour), width: 1, height: 1 }).data]).toEqual([shade])
  })
})

it('its edge goes on in its margin', () => {
  const { data, width, height } = withMargin({ data: Uint8Array.of(1, 2, 3, 4), width: 2, height: 2 }, 1, 1)
  expect([width, height]).toEqual([4, 4])
  expect([...data]).toEqual([1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4])
})

it('as a file its size stands before its pixels', () => {
  const file = greymapOf({ data: Uint8Array.of(7, 8, 9, 10, 11, 12), width: 3, height: 2 })
  expect(new TextDecoder().decode(file.subarray(0, 11))).toBe('P5 3 2 255\n')
  expect([...file.subarray(11)]).toEqual([7, 8, 9, 10, 11, 12])
})
