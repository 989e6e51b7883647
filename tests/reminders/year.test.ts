import { expect, it } from 'vitest'
import { playYear } from './year.ts'

/** The whole year is `npm run sim:reminders -- --year`. */
it('R1.1 R2.3 R3.3 R5.1 some days in twelve zones: every dose is announced, or listed; every stage is on record once', async () => {
  // Clocks change in Europe, Greenland and Morocco about then.
  const { counts, problems } = await playYear('some days', 2, Date.UTC(2026, 2, 28))
  expect(problems).toEqual([])
  expect(counts.announced).toBeGreaterThan(20)
  expect(counts.stagesSent).toBeGreaterThan(50)
})
