import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataDirBusy, lockDataDir } from './data-dir-lock.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const module = new URL('./data-dir-lock.ts', import.meta.url).href

/** Starts a process that tries to take the directory, reports the result, and lives until it is killed. */
async function contender(): Promise<{ won: boolean; kill: () => Promise<void> }> {
  const source = `
    const { lockDataDir } = await import(${JSON.stringify(module)})
    try { globalThis.held = lockDataDir(${JSON.stringify(directory)}); console.log('won') } catch { console.log('lost') }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  return {
    won: String(said).trim() === 'won',
    kill: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

it('a second holder is refused 20 of 20 times, with a sentence that names the directory', () => {
  const lock = lockDataDir(directory)
  for (let round = 0; round < 20; round += 1) {
    expect(() => lockDataDir(directory)).toThrow(DataDirBusy)
    expect(() => lockDataDir(directory)).toThrow(directory)
  }
  lock.release()
  lockDataDir(directory).release()
})

it('of processes that start together exactly one wins, and a killed winner leaves nothing behind', async () => {
  for (let round = 0; round < 3; round += 1) {
    const all = await Promise.all([contender(), contender(), contender(), contender()])
    expect(all.filter(({ won }) => won)).toHaveLength(1)
    expect(() => lockDataDir(directory)).toThrow(DataDirBusy)
    await Promise.all(all.map(({ kill }) => kill()))
    lockDataDir(directory).release()
  }
})
