import { expect, it } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import { sized } from '#tests/support/long.ts'
import { noCounts } from './counts.ts'
import { type Parts, playTimeline, REAL } from './timeline.ts'

/** The full million is `npm run sim:reminders -- --timelines 1000000`. */
const TIMELINES = sized({ short: 500, long: 2_000 })
/** Enough to meet what a broken part does wrong. */
const FEW = 30

async function playMany(count: number, parts: Parts = REAL) {
  const counts = noCounts()
  const found = { missed: [] as string[], doubled: [] as string[], wrong: [] as string[] }
  for (let seed = 0; seed < count; seed += 1) {
    const played = await playTimeline(String(seed), counts, parts)
    for (const kind of ['missed', 'doubled', 'wrong'] as const) {
      found[kind].push(...played[kind].map((what) => `${seed}: ${what}`))
    }
  }
  return { counts, ...found }
}

it('R1.2 R1.4 R1.8 R1.9 R1.10 R5.1 R9.1 R9.2 R9.3 random timelines: no stage missed or doubled, every dose listed once', async () => {
  const { counts, ...found } = await playMany(TIMELINES)
  expect(found).toEqual({ missed: [], doubled: [], wrong: [] })
  // A case that never occurs proves nothing.
  expect(Object.entries(counts).filter(([, count]) => count < TIMELINES / 50)).toEqual([])
})

it('the model notices a notification log that forgets, a plan that loses a dose, and a dose that is late', async () => {
  const forgets = await playMany(FEW, { ...REAL, remembers: () => false })
  expect(forgets.doubled.length).toBeGreaterThan(0)
  const loses = await playMany(FEW, {
    ...REAL,
    views: (input) => ({ ...doseViews(input), slots: doseViews(input).slots.slice(1) }),
  })
  expect(loses.wrong.length).toBeGreaterThan(0)
  const late = await playMany(FEW, {
    ...REAL,
    views: (input) => {
      const { slots, extras } = doseViews(input)
      return { extras, slots: slots.map((view) => ({ ...view, ringStart: view.ringStart + 60_000 })) }
    },
  })
  expect(late.missed.length).toBeGreaterThan(0)
})
