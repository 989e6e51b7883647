import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENOUGH_FOR_ALL, EXPECTED } from './expected.ts'
import { PINNED } from './pinned-seeds.ts'
import { play } from './play.ts'
import { missing, renderReport } from './report.ts'
import { runSeeds, runSeedsOnChanged } from './run-seeds.ts'
import { WITH_VISITS } from './script.ts'
import { type SimServer, startServer } from './server.ts'
import { describeFailure, shrink } from './shrink.ts'

/** Whole numbers from 0 on; `SIM_SEEDS` says how many. More of them: npm run sim. */
const SEEDS = Number(process.env.SIM_SEEDS ?? 1000)
const VISIT_SEEDS = 40
const threads = Math.max(1, Math.min(4, availableParallelism()))

describe('three devices of one person and one of another, amid faults', () => {
  it(`S1–S11 hold in ${SEEDS} random traces`, { timeout: 60_000 + SEEDS * 2000 }, async () => {
    const { report, failures } = await runSeeds({ from: 0, count: SEEDS }, threads)
    console.log(renderReport(report))
    expect(failures.join('\n\n')).toBe('')
    if (SEEDS >= ENOUGH_FOR_ALL) expect(missing(report, EXPECTED)).toEqual([])
  })
})

describe('the same with appointments', () => {
  let server: SimServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it(`S1–S11 hold in ${VISIT_SEEDS} random traces`, { timeout: 120_000 }, async () => {
    for (let number = 0; number < VISIT_SEEDS; number += 1) {
      const played = await play(server, `${WITH_VISITS}${number}`)
      const failure = played.violations.length > 0 ? describeFailure(await shrink(server, played)) : ''
      expect(failure).toBe('')
    }
  })
})

describe('what once failed', () => {
  let server: SimServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it.each(PINNED)('seed $seed: $why', async ({ seed }) => {
    const played = await play(server, seed)
    const failure = played.violations.length > 0 ? describeFailure(await shrink(server, played)) : ''
    expect(failure).toBe('')
  })

  it.concurrent.each(PINNED)('seed $seed fails with its bug: $why', async ({ seed, bug }) => {
    const found = await runSeedsOnChanged({ from: Number(seed), count: 1 }, bug)
    expect(found).toEqual([expect.stringMatching(`seed ${seed}:`)])
  })

  it('one seed is one trace', async () => {
    const [first, second] = [await play(server, 'one'), await play(server, 'one')]
    expect(second.trace).toEqual(first.trace)
    expect(first.trace.length).toBeGreaterThan(20)
  })
})
