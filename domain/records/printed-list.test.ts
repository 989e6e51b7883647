import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { LocalDateTime } from '../lib/local-time.ts'
import { at, day, instant, SYDNEY, sampleMedication, times } from '../testing/samples.ts'
import type { ListedMedication } from './medication.ts'
import { printedList, recentlyStopped, whenText } from './printed-list.ts'

const TODAY = day('2026-11-22')

const listed = (name: string, fields: Partial<ListedMedication> = {}): ListedMedication => ({
  ...sampleMedication({ name }),
  isActive: true,
  ...fields,
})
const asNeeded = { schedule: { kind: 'as-needed' }, reminderTimes: [] } as const

describe('the printed list', () => {
  it('has the important ones first, then the others by name, and those only when needed apart', () => {
    const { planned, asNeeded: rest } = printedList([
      listed('Zinc'),
      listed('Paracetamol', { ...asNeeded, reminderTimes: [] }),
      listed('Amlodipine'),
      listed('Warfarin', { important: true }),
    ])
    expect(planned.map(({ name }) => name)).toEqual(['Warfarin', 'Amlodipine', 'Zinc'])
    expect(rest.map(({ name }) => name)).toEqual(['Paracetamol'])
  })

  it('leaves out what is no longer taken', () => {
    const { planned } = printedList([listed('Old', { isActive: false }), listed('New')])
    expect(planned.map(({ name }) => name)).toEqual(['New'])
  })

  it('says times with the days, and the label’s words where there are no times', () => {
    const medication = listed('Methotrexate', {
      reminderTimes: times('08:00', '20:00'),
      schedule: { kind: 'weekdays', days: [1, 3] },
    })
    expect(whenText(medication, TODAY)).toBe('8:00 AM, 8:00 PM; Mon, Wed')
    expect(
      whenText({ ...medication, reminderTimes: [], frequency: 'at bedtime', schedule: { kind: 'daily' } }, TODAY),
    ).toBe('at bedtime')
    expect(whenText(listed('Ibuprofen', { ...asNeeded, reminderTimes: [], frequency: '' }), TODAY)).toBe('When needed')
  })

  it.each<[Partial<ListedMedication>, string]>([
    [
      { schedule: { kind: 'interval', everyDays: 2, anchorDate: day('2026-11-01') } },
      '8:00 AM; Every 2 days, counted from Nov 21, 2026',
    ],
    [
      { schedule: { kind: 'cycle', daysOn: 21, daysOff: 7, anchorDate: day('2026-10-01') } },
      '8:00 AM; 21 days on, 7 days off, counted from Oct 29, 2026',
    ],
    [
      {
        reminderTimes: [],
        schedule: { kind: 'hours', everyHours: 36, anchor: '2026-11-01T08:00' as LocalDateTime, window: null },
      },
      'Every 36 hours, counted from Nov 1, 2026 at 8:00 AM',
    ],
    [
      {
        reminderTimes: [],
        startDate: day('2026-11-20'),
        schedule: {
          kind: 'phases',
          steps: [{ days: 5, schedule: { kind: 'daily' }, reminderTimes: times('08:00') }],
        },
      },
      '5 days: at 8:00 AM, counted from Nov 20, 2026',
    ],
    [{ startDate: day('2026-11-22') }, '8:00 AM'],
    [{ pauses: [{ from: day('2026-11-22'), to: null }] }, '8:00 AM; paused'],
    [{ pauses: [{ from: day('2026-11-20'), to: day('2026-11-29') }] }, '8:00 AM; paused until Nov 29, 2026'],
    [{ pauses: [{ from: day('2026-11-23'), to: null }] }, '8:00 AM'],
    [{ startDate: day('2026-11-23'), endDate: day('2026-12-20') }, '8:00 AM; from Nov 23, 2026; until Dec 20, 2026'],
  ])('says with %o: %s', (fields, words) => {
    expect(whenText(listed('Alendronate', { reminderTimes: times('08:00'), ...fields }), TODAY)).toBe(words)
  })

  it('names what was stopped or ended in the last 30 days, the latest first, and nothing older', () => {
    const ended = (name: string, fields: Partial<ListedMedication>) =>
      listed(name, { dosage: '', isActive: false, ...fields })
    const medications = [
      ended('Ibuprofen', { dosage: '400 mg', stoppedAt: instant('2026-11-10 09:00') }),
      ended('Amoxicillin', { endDate: day('2026-11-21') }),
      ended('Codeine', { stoppedAt: instant('2026-10-23 00:00') }),
      ended('Lisinopril', { stoppedAt: instant('2026-10-22 23:59') }),
      ended('Tramadol', { stoppedAt: instant('2026-11-20 09:00'), endDate: day('2026-09-30') }),
      listed('Metformin', { endDate: day('2026-11-30') }),
      ended('Prednisone', {
        amounts: { unit: 'tablet', each: '2' as Amount },
        startDate: day('2026-11-01'),
        schedule: { kind: 'phases', steps: [{ days: 5, schedule: { kind: 'daily' }, reminderTimes: times('08:00') }] },
      }),
    ]
    expect(recentlyStopped(medications, at('2026-11-22 12:00'), SYDNEY)).toEqual([
      'Amoxicillin (ended Nov 21, 2026)',
      'Ibuprofen 400 mg (stopped Nov 10, 2026)',
      'Prednisone 2 tablets (ended Nov 5, 2026)',
      'Codeine (stopped Oct 23, 2026)',
    ])
  })
})
