import { describe, expect, it } from 'vitest'
import { sayBytes } from './bytes.ts'

const MEGABYTE = 1024 * 1024

describe('sayBytes', () => {
  it.each([
    [0, '0 MB'],
    [1, '1 MB'],
    [998 * MEGABYTE, '998 MB'],
    [1024 * MEGABYTE - 1, '1 GB'],
    [1024 * MEGABYTE, '1 GB'],
    [1536 * MEGABYTE, '1.5 GB'],
  ])('says %d bytes as %s', (bytes, words) => {
    expect(sayBytes(bytes)).toBe(words)
  })
})
