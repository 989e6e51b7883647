import { describe, expect, it } from 'vitest'
import type { MedicationId } from '../lib/ids.ts'
import { addDays, type LocalDate } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { type Fate, logOf, type Regimen, regimens } from '../testing/year-of-doses.ts'
import { dayPartOf } from './day-parts.ts'
import { insightsOf, insightsRange } from './insights.ts'

/** A Friday, late enough that the morning is over but not the evening. */
const TODAY = day('2026-11-20')
const NOON = at('2026-11-20 12:00')

const see = (medications: Medication[], events: DoseEvent[], now = NOON) =>
  insightsOf({ medications, events, zone: SYDNEY, now })

/** Returns the insights of a year in which each dose went as `fate` says, up to today at eight. */
function told(plans: Regimen[], fate: (dose: { name: string; date: LocalDate; time: string }) => Fate) {
  const medications = regimens(plans)
  const events = logOf(medications, insightsRange(TODAY).from, TODAY, (dose) =>
    dose.date === TODAY && dose.time > '12:00' ? 'missed' : fate(dose),
  )
  return see(medications, events)
}

const TWICE: Regimen[] = [{ reminderTimes: ['08:00', '20:00'] }]

describe('the last four weeks', () => {
  it('count what is over or settled; what is still to come today is not missed', () => {
    const { recent } = told(TWICE, () => 5)
    expect(recent).toMatchObject({ from: '2026-10-24', to: TODAY, counted: 55, taken: 55, percent: 100 })
  })

  it('name the part of the day in which most of the others lie', () => {
    const every = (days: number) => (date: string) => Number(date.slice(8)) % days === 0
    const { recent, mostOthers } = told(TWICE, ({ date, time }) => (time === '20:00' && every(4)(date) ? 'missed' : 0))
    expect(recent).toMatchObject({ missed: 6, counted: 55 })
    expect(mostOthers).toBe('evening')
  })

  it.each<[string, Regimen[], number]>([
    ['three doses', TWICE, 3],
    ['a plan with one time of the day', [{ reminderTimes: ['08:00'] }], 10],
  ])('name none for %s', (_case, plans, count) => {
    const first = addDays(TODAY, -count)
    const { mostOthers } = told(plans, ({ date, time }) =>
      date >= first && date < TODAY && time === plans[0]?.reminderTimes.at(-1) ? 'missed' : 0,
    )
    expect(mostOthers).toBeNull()
  })
})

describe('the year', () => {
  it('begins on a Monday, has 53 weeks and ends today', () => {
    const { days } = told(TWICE, () => 0)
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2025-11-17', '2026-11-20'])
    expect(days).toHaveLength(52 * 7 + 5)
  })

  it('adds up: weeks and months are made of its days', () => {
    const { days, weeks, months } = told(TWICE, ({ date }) => (date.endsWith('3') ? 'skipped' : 0))
    const of = (from: LocalDate, to: LocalDate) => {
      const inside = days.filter(({ date }) => date >= from && date <= to)
      return [inside.reduce((sum, { taken }) => sum + taken, 0), inside.reduce((sum, { counted }) => sum + counted, 0)]
    }
    for (const span of [...weeks, ...months]) expect([span.taken, span.counted]).toEqual(of(span.from, span.to))
    expect(weeks).toHaveLength(13)
    expect(months.map(({ from }) => from.slice(0, 7))).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
      ...['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
    ])
  })

  it('has nothing to say of days before there was a plan', () => {
    const { days, recent } = see([sampleMedication()], [])
    expect(days.filter(({ counted }) => counted > 0)[0]?.date).toBe('2026-11-01')
    expect(recent).toMatchObject({ counted: 38, missed: 38, percent: 0 })
  })
})

it('one missed dose of a year leaves no span that holds it at 100 percent', () => {
  const { weeks, months, medications } = told(TWICE, ({ date, time }) =>
    date === '2026-11-18' && time === '20:00' ? 'missed' : 0,
  )
  expect([weeks.at(-1)?.percent, months.at(-1)?.percent]).toEqual([89, 97])
  expect(medications[0]?.year).toMatchObject({ missed: 1, percent: 99 })
  const { months: thrice } = told(
    [{ reminderTimes: ['06:00', '08:00', '10:00', '11:00', '12:30', '14:00', '20:00'] }],
    ({ date, time }) => (date === '2026-10-18' && time === '20:00' ? 'missed' : 0),
  )
  expect(thrice.at(-2)).toMatchObject({ counted: 217, missed: 1, percent: 99 })
})

describe('by time of day', () => {
  it.each([
    ['03:59', 'night'],
    ['04:00', 'morning'],
    ['10:59', 'morning'],
    ['11:00', 'midday'],
    ['16:59', 'midday'],
    ['17:00', 'evening'],
    ['20:59', 'evening'],
    ['21:00', 'night'],
    ['00:00', 'night'],
  ])('%s is %s', (time, part) => {
    expect(dayPartOf(times(time)[0] as never)).toBe(part)
  })

  it('says how much was taken, of how many medicines, and when usually', () => {
    const { parts } = told(
      [
        { number: 1, reminderTimes: ['08:00'] },
        { number: 2, name: 'Atorvastatin', reminderTimes: ['08:00', '23:50'] },
      ],
      ({ date, time }) => (time === '23:50' ? (date.endsWith('0') ? 'missed' : 30) : 2),
    )
    expect(parts.map(({ part, percent, medicines, usual }) => [part, percent, medicines, usual])).toEqual([
      ['morning', 100, 2, '08:02'],
      ['night', 93, 1, '00:20'],
    ])
  })

  it('averages how late doses were, and leaves out what was logged hours from its time', () => {
    const { averageLate } = told(TWICE, ({ time }) => (time === '08:00' ? 10 : 30))
    expect(averageLate).toBe(20)
    const moved = told(TWICE, ({ date }) => (date < '2026-11-15' ? 11 * 60 : 10))
    expect(moved.averageLate).toBe(10)
  })

  it('has no average of a few doses', () => {
    const { averageLate } = told(TWICE, ({ date }) => (date < '2026-11-17' ? 'missed' : 10))
    expect(averageLate).toBeNull()
  })
})

describe('by medication', () => {
  it('holds those with planned doses, by name, for a month, a quarter and the year', () => {
    const medications = [
      ...regimens([
        { number: 1, name: 'Ramipril', reminderTimes: ['08:00'] },
        { number: 2, name: 'Apixaban', reminderTimes: ['08:00'] },
      ]),
      sampleMedication({ id: sampleId<MedicationId>(3), name: 'Ibuprofen' }, [
        { schedule: { kind: 'as-needed' }, reminderTimes: [], from: '2020-01-01 00:00' },
      ]),
    ]
    const { from } = insightsRange(TODAY)
    const asNeeded = sampleEvent(1, { medicationId: sampleId<MedicationId>(3), slot: null })
    const log = logOf(medications, from, TODAY, ({ name, date }) =>
      name === 'Apixaban' && date < '2026-09-01' ? 'missed' : 0,
    )
    const { medications: records } = see(medications, [...log, asNeeded])
    expect(
      records.map(({ name, recent, quarter, year }) => [name, recent.percent, quarter.percent, year.percent]),
    ).toEqual([
      ['Apixaban', 100, 89, 22],
      ['Ramipril', 100, 100, 100],
    ])
  })

  it('keeps what was counted of a medicine that was stopped', () => {
    const stopped = sampleMedication({ stoppedAt: instant('2026-11-10 12:00') })
    const { medications, recent } = see([stopped], [])
    expect(medications[0]?.recent).toMatchObject({ counted: 19, missed: 19 })
    expect(recent.counted).toBe(19)
  })
})

describe('full days', () => {
  it('count as long as nothing was missed or skipped', () => {
    const { fullDays } = told(TWICE, ({ date }) => (date === '2026-03-02' || date === '2026-11-10' ? 'skipped' : 0))
    expect(fullDays.current).toEqual({ from: '2026-11-11', to: '2026-11-19', days: 9 })
    expect(fullDays.longest).toEqual({ from: '2026-03-03', to: '2026-11-09', days: 252 })
  })

  it('are not ended by a day without a dose, and do not count it', () => {
    const weekdays = sampleMedication({}, [
      { schedule: { kind: 'weekdays', days: [1, 2, 3, 4, 5] }, reminderTimes: times('08:00') },
    ])
    const log = logOf([weekdays], day('2026-11-01'), TODAY, ({ date }) =>
      [6, 0].includes(new Date(date).getUTCDay()) ? 'missed' : 0,
    )
    expect(see([weekdays], log).fullDays.current).toEqual({ from: '2026-11-02', to: '2026-11-19', days: 14 })
  })

  it('leave out today and a day that still has an open dose, and end when it is missed', () => {
    const log = logOf([sampleMedication()], day('2026-11-01'), day('2026-11-19'), () => 0)
    expect(see([sampleMedication()], log).fullDays.current?.to).toBe('2026-11-19')
    expect(see([sampleMedication()], log, at('2026-11-20 20:00')).fullDays.current).toBeNull()
  })

  it('hold what was synced late as if it had been there all along', () => {
    const log = logOf([sampleMedication()], day('2026-11-01'), day('2026-11-19'), () => 0)
    const late = log.map((event) => ({ ...event, loggedAt: instant('2026-11-20 11:00') }))
    expect(see([sampleMedication()], late.reverse())).toEqual(see([sampleMedication()], log))
  })
})
