import { expect, it } from 'vitest'
import { startsOf } from '../../tools/bundle-size.ts'

it('no start of the app weighs more than its limit (150 kB, the landing page 60 kB)', () => {
  const starts = startsOf()
  expect(starts.map(({ name }) => name)).toEqual(['landing', 'visitor', 'signed in'])
  for (const { name, limit, kilobytes, files } of starts) {
    expect(files.length, name).toBeGreaterThan(0)
    expect(kilobytes, `${name} in kB of brotli`).toBeLessThanOrEqual(limit)
  }
})
