import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { MINUTE } from '#domain/lib/local-time.ts'
import { LIMITS } from '#server/http/plugins/rate-limit.ts'

const operations = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')

it('of the code are those of docs/operations.md', () => {
  const documented = [...operations.matchAll(/^\| `(\w+)` \| [^|]+ \| (\d+) \| (\d+) \|$/gm)].map(
    ([, name, max, minutes]) => [name, { max: Number(max), window: Number(minutes) * MINUTE }],
  )
  expect(Object.fromEntries(documented)).toEqual(LIMITS)
})
