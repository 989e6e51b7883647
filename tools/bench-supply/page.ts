import { newRound, onlyDates, type Round, walk, wrongIn } from './walk.ts'

let round: Round = { all: [], found: [] }

const timed = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** What the bench calls in the page, one after another; times in ms. */
export const calls = {
  prepare(count: number): void {
    round = newRound(count)
  },
  walk: (): number => timed(() => walk(round)),
  raw: (): number => timed(() => onlyDates(round)),
  check: (): { runOut: number; wrong: number } => ({
    runOut: round.found.filter((date) => date !== null).length,
    wrong: wrongIn(round),
  }),
}

Object.assign(globalThis, { supplyBench: calls })
