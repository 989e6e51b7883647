import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { BUILT, startsOf } from '../../tools/bundle-size.ts'

it('no start of the app weighs more than its limit (150 kB, the landing page 60 kB)', () => {
  const starts = startsOf()
  expect(starts.map(({ name }) => name)).toEqual(['landing', 'visitor', 'signed in'])
  for (const { name, limit, kilobytes, files } of starts) {
    expect(files.length, name).toBeGreaterThan(0)
    expect(kilobytes, `${name} in kB of brotli`).toBeLessThanOrEqual(limit)
  }
})

it('no start carries the library of the schemas (decision 074)', () => {
  const files = new Set(startsOf().flatMap((start) => start.files.map(({ file }) => file)))
  const holds = (file: string) => readFileSync(path.join(BUILT, file), 'utf8').includes('_zod')
  const all = readdirSync(path.join(BUILT, 'assets')).map((name) => path.join('assets', name))
  expect(
    all.some((file) => file.endsWith('.js') && holds(file)),
    'the library can be recognised',
  ).toBe(true)
  const holders = [...files].filter(holds)
  expect(holders).toEqual([])
})
