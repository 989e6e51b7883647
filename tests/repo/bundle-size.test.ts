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

it('the document of the app names all that its script imports: it is fetched beside it, not after it', () => {
  const shell = readFileSync(path.join(BUILT, 'app.html'), 'utf8')
  const [, script = ''] = /<script type="module"[^>]* src="\/([^"]+)"/.exec(shell) ?? []
  const code = readFileSync(path.join(BUILT, script), 'utf8')
  const imported = [...code.matchAll(/\bfrom"\.\/([^"]+)"/g)].map(([, name]) => `assets/${name}`)
  expect(imported.length).toBeGreaterThan(0)
  const named = [...shell.matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]+)"/g)].map(([, file]) => file)
  expect(named).toEqual(expect.arrayContaining(imported))
})
