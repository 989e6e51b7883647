import { type Played, play } from './play.ts'
import { type Step, scriptOf } from './script.ts'
import type { SimServer } from './server.ts'

export interface Shrunk {
  /** The steps needed to make it fail. */
  steps: Step[]
  played: Played
}

/** The most plays spent on one failing seed. */
const PATIENCE = 60

/** Leaves out steps of a failing seed while it still fails: halves first, single steps last. */
export async function shrink(server: SimServer, failed: Played): Promise<Shrunk> {
  let best: Shrunk = { steps: scriptOf(failed.seed), played: failed }
  let plays = 0
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.steps.length && plays < PATIENCE; ) {
      const steps = best.steps.filter((_, index) => index < from || index >= from + size)
      plays += 1
      const played = await play(server, failed.seed, { script: steps })
      if (played.violations.length > 0) best = { steps, played }
      else from += size
    }
  }
  return best
}

/** Returns what to print about a failing seed. */
export const describeFailure = ({ steps, played }: Shrunk): string =>
  [
    `seed ${played.seed} fails: ${played.violations[0]}`,
    `with ${steps.length} steps:`,
    ...steps.map(({ after, device, deed }) => `  +${after} ms, device ${device}: ${JSON.stringify(deed)}`),
    'trace:',
    ...played.trace.map((line) => `  ${line}`),
  ].join('\n')
