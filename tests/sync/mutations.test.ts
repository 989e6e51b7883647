import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MUTATIONS, RESTORE_MUTATIONS } from './mutation.ts'
import { type PlayOptions, play } from './play.ts'
import { hasRestore, scriptOf } from './script.ts'
import { type SimServer, startServer } from './server.ts'

/** Seeds played before a broken rule counts as unnoticed. */
const PATIENCE = 150

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** The first seed that fails, with what it says; null when none does. */
async function firstFailure(options: PlayOptions, fits: (seed: string) => boolean = () => true) {
  for (let seed = 0, played = 0; played < PATIENCE; seed += 1) {
    if (!fits(String(seed))) continue
    played += 1
    const { violations } = await play(server, String(seed), options)
    if (violations[0]) return `seed ${seed}: ${violations[0].slice(0, 200)}`
  }
  return null
}

const isRestored = (seed: string): boolean => hasRestore(scriptOf(seed))

describe('the simulation notices each broken rule', () => {
  it.each(Object.keys(MUTATIONS))('%s', async (name) => {
    expect(await firstFailure({ mutation: MUTATIONS[name] })).not.toBeNull()
  })

  it('S2.2 a server that remembers no key', async () => {
    expect(await firstFailure({ forgets: 'keys' })).not.toBeNull()
  })
})

describe('the simulation notices each broken rule of a restore', () => {
  it.each(Object.keys(RESTORE_MUTATIONS))('%s', async (name) => {
    expect(await firstFailure({ mutation: RESTORE_MUTATIONS[name] }, isRestored)).not.toBeNull()
  })

  it('S11.7 a server that forgets what was deleted', async () => {
    expect(await firstFailure({ forgets: 'tombstones' }, isRestored)).not.toBeNull()
  })
})
