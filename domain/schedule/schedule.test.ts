import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../lib/local-time.ts'
import { day } from '../testing/samples.ts'
import { isDueOn, type Schedule, scheduleSchema } from './schedule.ts'

/** Shows which days from Monday, November 16, 2026 on are due, as a row of x and dots. */
const row = (schedule: Schedule, days = 14, from = '2026-11-16'): string =>
  Array.from({ length: days }, (_, index) => (isDueOn(schedule, addDays(day(from), index)) ? 'x' : '.')).join('')

const offset = fc.integer({ min: -2000, max: 2000 })
const length = fc.integer({ min: 1, max: 365 })

describe('on which days a medication is due', () => {
  it.each<[string, Schedule, string]>([
    ['every day', { kind: 'daily' }, 'xxxxxxxxxxxxxx'],
    ['Monday and Thursday', { kind: 'weekdays', days: [1, 4] }, 'x..x...x..x...'],
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
    ['only when needed', { kind: 'as-needed' }, '..............'],
  ])('%s', (_name, schedule, expected) => {
    expect(row(schedule)).toBe(expected)
  })

  it('an interval is due on its anchor and every N days before and after it, on no day between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 365 }), offset, (everyDays, days) => {
        const anchorDate = day('2026-11-20')
        const due = isDueOn({ kind: 'interval', everyDays, anchorDate }, addDays(anchorDate, days))
        expect(due).toBe(days % everyDays === 0)
      }),
    )
  })

  it('a cycle repeats, starts on its anchor, and has as many days on as it says', () => {
    fc.assert(
      fc.property(length, length, offset, (daysOn, daysOff, days) => {
        const anchorDate = day('2026-11-20')
        const cycle: Schedule = { kind: 'cycle', daysOn, daysOff, anchorDate }
        const from = addDays(anchorDate, days)
        expect(row(cycle, daysOn + daysOff, anchorDate)).toBe('x'.repeat(daysOn) + '.'.repeat(daysOff))
        expect(isDueOn(cycle, from)).toBe(isDueOn(cycle, addDays(from, daysOn + daysOff)))
        expect(row(cycle, daysOn + daysOff, from).replaceAll('.', '')).toHaveLength(daysOn)
      }),
    )
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
