import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { foundBefore, keepFound } from './found-before.ts'
import type { Found } from './found-once.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'found-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const FOUND: Found = new Map([
  [' pg node require', { url: 'file:///node_modules/pg/lib/index.js' }],
  [' zod node import', { url: 'file:///node_modules/zod/index.js', format: 'module' }],
])

it('a start finds what an earlier one has noted', () => {
  const deeper = path.join(folder, 'deeper')
  keepFound(deeper, FOUND)
  expect(foundBefore(deeper)).toEqual(FOUND)
  expect(readdirSync(deeper)).toHaveLength(1)
})

it('nothing of it stands once other packages are installed or another Node runs', () => {
  keepFound(folder, FOUND)
  const [name = ''] = readdirSync(folder)
  const file = path.join(folder, name)
  const { installed, found } = JSON.parse(readFileSync(file, 'utf8'))
  expect(installed).toContain(process.version)
  writeFileSync(file, JSON.stringify({ installed: `${installed}0`, found }))
  expect(foundBefore(folder)).toEqual(new Map())
})

it.each(['', '{"installed":', 'null', '{}', '{"found":{}}'])('a damaged note (%j) is none', (text) => {
  keepFound(folder, FOUND)
  const [name = ''] = readdirSync(folder)
  writeFileSync(path.join(folder, name), text)
  expect(foundBefore(folder)).toEqual(new Map())
})

it('a folder that nothing can be written to costs a start nothing but time', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  keepFound(file, FOUND)
  expect(foundBefore(file)).toEqual(new Map())
})
