import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { packagesAreComing, packagesCame } from './installation.ts'

let dir = ''
let file = ''

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'dosewell-installation-'))
  file = path.join(dir, 'apt')
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true })
})

const came = (within?: number) => packagesCame({ env: { DOSEWELL_INSTALLATION: file }, ...(within ? { within } : {}) })

it('nothing is waited for where no installation runs', async () => {
  expect(packagesAreComing({})).toBe(false)
  expect(await packagesCame({ env: {} })).toEqual({ ok: true })
})

it('a file that is not there yet is waited for', async () => {
  expect(packagesAreComing({ DOSEWELL_INSTALLATION: file })).toBe(true)
  const waiting = came()
  expect(await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
  writeFileSync(file, '0\n')
  expect(await waiting).toEqual({ ok: true })
})

it('what apt said is printed when it failed', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  writeFileSync(`${file}.log`, 'E: Unable to locate package chromium\n')
  writeFileSync(file, '100\n')
  expect(await came()).toEqual({
    ok: false,
    sentence: "Debian's packages could not be installed: apt-get ended with 100.",
  })
  expect(print).toHaveBeenCalledWith('E: Unable to locate package chromium\n')
})

it('an installation that never ends is given up', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  expect(await came(150)).toEqual({
    ok: false,
    sentence: "Debian's packages could not be installed: apt-get had not ended after 0.15 seconds.",
  })
})

it('an interruption ends the waiting', async () => {
  expect((await packagesCame({ env: { DOSEWELL_INSTALLATION: file }, isInterrupted: () => true })).ok).toBe(false)
})
