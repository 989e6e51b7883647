import '#tests/sync/no-real-time-limits.ts'
import { expect, it } from 'vitest'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { YearCounts } from './counts.ts'
import { lookBackAt } from './course.ts'
import { playYear } from './play-year.ts'

/** Clocks change around then in Europe, Greenland and Morocco. The whole year is `npm run sim:reminders -- --year`. */
const SPRING = Date.UTC(2026, 2, 28)

const sumOfFates = (counts: YearCounts): number =>
  counts.announced +
  counts.settled +
  counts.snoozedAway +
  counts.moved +
  counts.listed +
  counts.superseded +
  counts.loggedUnannounced

it('R1.1 R1.3 R2.3 R3.2 R3.3 R5.1 R6.2 some days in twelve zones: every stage of every dose has one fate', async () => {
  const { counts, problems } = await playYear({ seed: 'some days', days: 2, from: SPRING })
  expect(problems).toEqual([])
  expect(counts.announced).toBeGreaterThan(100)
  expect(counts.delivered).toBeGreaterThan(200)
  expect(counts.grouped).toBeGreaterThan(50)
  expect(sumOfFates(counts)).toBe(counts.reminderStages)
})

it('R1.4 R1.5 R1.9 R3.1 weeks of two people: edits, journeys, moved doses, and servers that stop and die', async () => {
  const zones = ['Australia/Lord_Howe', 'Africa/Casablanca']
  const { counts, problems } = await playYear({ seed: 'w9', days: 21, from: SPRING, zones })
  expect(problems).toEqual([])
  expect(counts.edits).toBeGreaterThan(2)
  expect(counts.otherKinds).toBeGreaterThan(0)
  expect(counts.journeys).toBeGreaterThan(0)
  expect(counts.serverDeaths).toBeGreaterThan(0)
  expect(counts.undos).toBeGreaterThan(0)
  expect(counts.moves).toBeGreaterThan(0)
  expect(counts.movesUndone).toBeGreaterThan(0)
})

it('R1.3 R2.3 elapsed hours while clocks are set back, by an hour and by half of one', async () => {
  const zones = ['Australia/Sydney', 'Australia/Lord_Howe']
  const { counts, problems } = await playYear({ seed: 'h6', days: 4, from: Date.UTC(2026, 3, 3), zones })
  expect(problems).toEqual([])
  expect(counts.dosesByElapsedHours).toBeGreaterThan(5)
})

it('R1.5 R1.8 R1.10 doses that follow from what was logged: offline, late, beside the plan, and undone', async () => {
  const zones = ['Europe/London', 'Australia/Lord_Howe']
  const { counts, problems } = await playYear({ seed: 'log', days: 5, from: SPRING, zones, isFromLog: true })
  expect(problems).toEqual([])
  expect(counts.dosesFromLog).toBeGreaterThan(15)
  expect(counts.superseded).toBeGreaterThan(0)
  expect(counts.enteredLater).toBeGreaterThan(0)
  expect(counts.extras).toBeGreaterThan(0)
  expect(sumOfFates(counts)).toBe(counts.reminderStages)
})

it.each([
  ['at its time', 0, 26 * HOUR],
  ['three days later', 3 * DAY, 3 * DAY + 26 * HOUR],
  ['an hour before that', 4 * DAY + 4 * HOUR, 4 * DAY + 5 * HOUR - 1],
  ['after that', 4 * DAY + 5 * HOUR, 4 * DAY + 31 * HOUR],
])('R1.8 a dose that comes up %s is looked for before its day is accounted for', (_what, up, then) => {
  const at = SPRING + 6 * DAY + 19 * HOUR
  expect(lookBackAt(at, at + up, SPRING) - at).toBe(then)
})

it.for([
  ['pushes are lost', 'nobody announced', false],
  ['looks are left out', 'on record', false],
  ['the log forgets', 'extra', false],
  ['doses are misdated', 'sends that nobody asked for', true],
] as const)('when %s, the reckoning says so', async ([sabotage, words, isFromLog]) => {
  const { problems } = await playYear({ seed: 'broken', days: 1, zones: ['Europe/London'], sabotage, isFromLog })
  expect(problems.join('\n')).toContain(words)
})
