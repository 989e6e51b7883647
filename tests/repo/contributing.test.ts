import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')

it('CONTRIBUTING names files and folders that exist', () => {
  const named = [...text.matchAll(/`((?:docs|domain|packages|server|src|tests|tools)\/[^`\s]+)`|\]\(([^)#]+)/g)]
  const missing = named.map(([, code, link]) => code ?? link ?? '').filter((file) => !existsSync(path.join(ROOT, file)))
  expect(named.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})

it('CONTRIBUTING names scripts that exist', () => {
  const { scripts }: { scripts: object } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
