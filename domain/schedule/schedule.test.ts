import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../lib/local-time.ts'
import { day } from '../testing/samples.ts'
import { type DaySchedule, dueOn } from './schedule.ts'
import { scheduleSchema } from './schedule-schema.ts'

/** Shows which days from Monday, November 16, 2026 on are due, as a row of x and dots. */
const row = (schedule: DaySchedule, days = 14, from = '2026-11-16'): string =>
  Array.from({ length: days }, (_, index) => (dueOn(schedule)(addDays(day(from), index)) ? 'x' : '.')).join('')

const offset = fc.integer({ min: -2000, max: 2000 })
const length = fc.integer({ min: 1, max: 365 })

describe('on which days a medication is due', () => {
  it.each<[string, DaySchedule, string]>([
    ['every day', { kind: 'daily' }, 'xxxxxxxxxxxxxx'],
    ['Monday and Thursday', { kind: 'weekdays', days: [1, 4] }, 'x..x...x..x...'],
    ['the 17th and the 20th of a month', { kind: 'monthly', daysOfMonth: [20, 17] }, '.x..x.........'],
    ['Sunday', { kind: 'weekdays', days: [7] }, '......x......x'],
    [
      'every 3 days, anchored on the Tuesday',
      { kind: 'interval', everyDays: 3, anchorDate: day('2026-11-17') },
      '.x..x..x..x..x',
    ],
    [
      'every 3 days, anchored later: also backwards',
      { kind: 'interval', everyDays: 3, anchorDate: day('2026-12-01') },
      'x..x..x..x..x.',
    ],
    [
      '2 days on, 3 off, anchored on the Wednesday: also backwards',
      { kind: 'cycle', daysOn: 2, daysOff: 3, anchorDate: day('2026-11-18') },
      '..xx...xx...xx',
    ],
    [
      '21 days on, 7 off, anchored two weeks before',
      { kind: 'cycle', daysOn: 21, daysOff: 7, anchorDate: day('2026-11-02') },
      'xxxxxxx.......',
    ],
  ])('%s', (_name, schedule, expected) => {
    expect(row(schedule)).toBe(expected)
  })

  it('an interval is due on its anchor and every N days before and after it, on no day between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 365 }), offset, (everyDays, days) => {
        const anchorDate = day('2026-11-20')
        const due = dueOn({ kind: 'interval', everyDays, anchorDate })(addDays(anchorDate, days))
        expect(due).toBe(days % everyDays === 0)
      }),
    )
  })

  it('a cycle repeats, starts on its anchor, and has as many days on as it says', () => {
    fc.assert(
      fc.property(length, length, offset, (daysOn, daysOff, days) => {
        const anchorDate = day('2026-11-20')
        const cycle: DaySchedule = { kind: 'cycle', daysOn, daysOff, anchorDate }
        const from = addDays(anchorDate, days)
        expect(row(cycle, daysOn + daysOff, anchorDate)).toBe('x'.repeat(daysOn) + '.'.repeat(daysOff))
        expect(dueOn(cycle)(from)).toBe(dueOn(cycle)(addDays(from, daysOn + daysOff)))
        expect(row(cycle, daysOn + daysOff, from).replaceAll('.', '')).toHaveLength(daysOn)
      }),
    )
  })
})

const STEP = { days: 5, schedule: { kind: 'daily' }, reminderTimes: ['08:00'] }

describe('days of the month', () => {
  const due = (daysOfMonth: number[], year: string) =>
    Array.from({ length: 366 }, (_, index) => addDays(day(`${year}-01-01`), index))
      .filter((date) => date.startsWith(year) && dueOn({ kind: 'monthly', daysOfMonth })(date))
      .map((date) => date.slice(5))

  it('a day that a month lacks is its last one, once', () => {
    expect(due([30, 31], '2027').slice(0, 7)).toEqual(['01-30', '01-31', '02-28', '03-30', '03-31', '04-30', '05-30'])
    expect(due([29], '2028').slice(0, 3)).toEqual(['01-29', '02-29', '03-29'])
  })

  it('-1 is the last day, once even beside its number', () => {
    expect(due([-1], '2027')).toHaveLength(12)
    expect(due([-1], '2027')).toEqual(due([31], '2027'))
    expect(due([31, -1], '2027')).toEqual(due([31], '2027'))
  })
})

describe('the schedule schema', () => {
  const problem = (value: unknown) => scheduleSchema.safeParse(value).error?.issues[0]

  it('sorts chosen weekdays and keeps each once', () => {
    expect(scheduleSchema.parse({ kind: 'weekdays', days: [5, 1, 5] })).toEqual({
      kind: 'weekdays',
      days: [1, 5],
    })
  })

  it.each<[string, unknown, string]>([
    ['the day 0 of a month', { kind: 'monthly', daysOfMonth: [1, 0] }, 'daysOfMonth.1'],
    ['the day 32 of a month', { kind: 'monthly', daysOfMonth: [32] }, 'daysOfMonth.0'],
    ['no day of a month', { kind: 'monthly', daysOfMonth: [] }, 'daysOfMonth'],
    ['a third of an hour', { kind: 'hours', everyHours: 8.3, anchor: '2026-11-20T08:00', window: null }, 'everyHours'],
    ['half an hour', { kind: 'hours', everyHours: 0.5, anchor: '2026-11-20T08:00', window: null }, 'everyHours'],
    [
      'three days and an hour',
      { kind: 'hours', everyHours: 73, anchor: '2026-11-20T08:00', window: null },
      'everyHours',
    ],
    ['an anchor without a time', { kind: 'hours', everyHours: 8, anchor: '2026-11-20', window: null }, 'anchor'],
    ['an anchor at 24:00', { kind: 'hours', everyHours: 8, anchor: '2026-11-20T24:00', window: null }, 'anchor'],
    [
      'a window that ends before it begins',
      { kind: 'hours', everyHours: 2, anchor: '2026-11-20T08:00', window: { from: '20:00', to: '08:00' } },
      'window.to',
    ],
    ['no step', { kind: 'phases', steps: [] }, 'steps'],
    ['a step without an end before another', { kind: 'phases', steps: [{ ...STEP, days: null }, STEP] }, 'steps'],
    [
      'steps within a step',
      { kind: 'phases', steps: [{ ...STEP, schedule: { kind: 'phases', steps: [STEP] } }] },
      'steps.0.schedule.kind',
    ],
    ['no weekday', { kind: 'weekdays', days: [] }, 'days'],
    ['a weekday 0', { kind: 'weekdays', days: [0] }, 'days.0'],
    ['a weekday 8', { kind: 'weekdays', days: [1, 8] }, 'days.1'],
    ['every day as an interval', { kind: 'interval', everyDays: 1, anchorDate: '2026-11-20' }, 'everyDays'],
    ['an interval beyond a year', { kind: 'interval', everyDays: 366, anchorDate: '2026-11-20' }, 'everyDays'],
    ['half days', { kind: 'interval', everyDays: 2.5, anchorDate: '2026-11-20' }, 'everyDays'],
    ['an interval without anchor', { kind: 'interval', everyDays: 2 }, 'anchorDate'],
    ['an anchor that does not exist', { kind: 'interval', everyDays: 2, anchorDate: '2026-02-30' }, 'anchorDate'],
    ['a cycle without days on', { kind: 'cycle', daysOn: 0, daysOff: 7, anchorDate: '2026-11-20' }, 'daysOn'],
    ['a cycle without days off', { kind: 'cycle', daysOn: 7, daysOff: 0, anchorDate: '2026-11-20' }, 'daysOff'],
    ['an unknown kind', { kind: 'hourly' }, 'kind'],
    ['no kind', {}, 'kind'],
  ])('refuses %s and names the field', (_name, value, field) => {
    expect(problem(value)?.path.join('.')).toBe(field)
  })

  it('refuses a field that belongs to another kind, instead of dropping it', () => {
    expect(problem({ kind: 'daily', everyDays: 2 })).toMatchObject({
      code: 'unrecognized_keys',
      keys: ['everyDays'],
    })
  })

  it('says in a sentence that a day must be chosen', () => {
    expect(problem({ kind: 'weekdays', days: [] as LocalDate[] })?.message).toBe('Choose at least one day')
  })
})
