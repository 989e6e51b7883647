import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { environmentSchema } from '#server/platform/settings.ts'
import { envExample } from '../../tools/env-example.ts'

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')

describe('.env.example', () => {
  it('is what `npm run env:example` makes of the schema', () => {
    expect(read('.env.example')).toBe(envExample())
  })

  it('has a description of every setting', () => {
    const undescribed = Object.entries(environmentSchema.shape).filter(([, setting]) => !setting.description)
    expect(undescribed.map(([name]) => name)).toEqual([])
  })

  it('names the defaults as they are read', () => {
    const uncommented = parseEnv(envExample().replace(/^#(?=[A-Z])/gm, ''))
    expect(Object.keys(uncommented).sort()).toEqual(Object.keys(environmentSchema.shape).sort())
    expect(readConfig(uncommented)).toEqual(readConfig({}))
  })
})

it('every setting is in docs/operations.md', () => {
  const operations = read('docs/operations.md')
  const missing = Object.keys(environmentSchema.shape).filter((name) => !operations.includes(`\`${name}\``))
  expect(missing).toEqual([])
})
