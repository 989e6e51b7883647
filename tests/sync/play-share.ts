import { type Outcome, playSeeds } from './play-seeds.ts'
import { type SeedRange, seedsOf } from './seed-range.ts'
import { startServer } from './server.ts'

/** Plays the seeds on a server of its own. */
export async function playShare(range: SeedRange): Promise<Outcome> {
  const server = await startServer()
  const outcome = await playSeeds(server, seedsOf(range))
  await server.close()
  return outcome
}

/** The same on code that is broken on purpose: it fails for a known reason, so one line about each seed is enough. */
export async function playShareOnChanged(range: SeedRange): Promise<string[]> {
  const server = await startServer()
  const inOneLine = async ({ seed, violations }: { seed: string; violations: string[] }) =>
    `seed ${seed}: ${violations[0]?.split('\n')[0]}`
  const { failures } = await playSeeds(server, seedsOf(range), inOneLine)
  await server.close()
  return failures
}
