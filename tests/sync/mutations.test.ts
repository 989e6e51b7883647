import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MUTATIONS } from './mutation.ts'
import { play } from './play.ts'
import { type SimServer, startServer } from './server.ts'

/** Seeds played before a broken rule counts as unnoticed. */
const PATIENCE = 150

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** The first seed that fails, with what it says; null when none does. */
async function firstFailure(name: string): Promise<string | null> {
  for (let seed = 0; seed < PATIENCE; seed += 1) {
    const { violations } = await play(server, String(seed), { mutation: MUTATIONS[name] })
    if (violations[0]) return `seed ${seed}: ${violations[0].slice(0, 200)}`
  }
  return null
}

describe('the simulation notices each broken rule', () => {
  it.each(Object.keys(MUTATIONS))('%s', async (name) => {
    const failure = await firstFailure(name)
    console.log(`${name}\n  ${failure}`)
    expect(failure).not.toBeNull()
  })
})
