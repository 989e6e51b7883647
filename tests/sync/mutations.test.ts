import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MUTATIONS } from './mutation.ts'
import { type PlayOptions, play } from './play.ts'
import { type SimServer, startServer } from './server.ts'

/** Seeds played before a broken rule counts as unnoticed. */
const PATIENCE = 150

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** The first seed that fails, with what it says; null when none does. */
async function firstFailure(options: PlayOptions): Promise<string | null> {
  for (let seed = 0; seed < PATIENCE; seed += 1) {
    const { violations } = await play(server, String(seed), options)
    if (violations[0]) return `seed ${seed}: ${violations[0].slice(0, 200)}`
  }
  return null
}

describe('the simulation notices each broken rule', () => {
  it.each(Object.keys(MUTATIONS))('%s', async (name) => {
    expect(await firstFailure({ mutation: MUTATIONS[name] })).not.toBeNull()
  })

  it('S2.2 a server that remembers no key', async () => {
    expect(await firstFailure({ forgetful: true })).not.toBeNull()
  })
})
