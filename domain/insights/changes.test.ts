import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { DeviceId, DoseEventId } from '../lib/ids.ts'
import { addDays, type LocalDate } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { type Medication, MOST_VERSIONS, newestVersions } from '../records/medication.ts'
import { day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { changesOf } from './changes.ts'

const LONG_AGO = { createdAt: instant('2025-01-01 00:00') }

const told = (medications: Medication[], events: DoseEvent[] = []) =>
  changesOf(medications, events, { since: day('2026-08-22'), today: day('2026-11-20'), zone: SYDNEY }).map(
    ({ date, name, words }) => `${date} ${name} ${words}`,
  )

const logged = (number: number, date: string, dosage: string, time = '08:00') =>
  sampleEvent(number, {
    slot: `${date} 08:00`,
    at: instant(`${date} ${time}`),
    loggedAt: instant(`${date} ${time}`),
    snapshot: { name: 'Metformin XR', dosage, date: day(date), time: times('08:00')[0] ?? null },
  })

const tablets = (each: string) => ({ amounts: { unit: 'tablet', each: each as Amount } })

it.each<[string, Medication, string[]]>([
  ['was added', sampleMedication(), ['2026-11-01 Metformin XR added']],
  [
    'says when it was started',
    sampleMedication({}, [{ startDate: day('2026-10-30') }]),
    ['2026-10-30 Metformin XR started'],
  ],
  ['was there long before', sampleMedication(LONG_AGO), []],
  [
    'was stopped',
    sampleMedication({ ...LONG_AGO, stoppedAt: instant('2026-11-10 09:00') }),
    ['2026-11-10 Metformin XR stopped'],
  ],
  ['came to its end', sampleMedication(LONG_AGO, [{ endDate: day('2026-11-12') }]), ['2026-11-12 Metformin XR ended']],
  [
    'was a taper with a last day',
    sampleMedication(LONG_AGO, [
      {
        startDate: day('2026-11-01'),
        reminderTimes: [],
        schedule: {
          kind: 'phases',
          steps: [{ days: 5, schedule: { kind: 'daily' }, reminderTimes: times('08:00') }],
        },
      },
    ]),
    ['2026-11-05 Metformin XR ended'],
  ],
  [
    'is taken in another amount',
    sampleMedication(LONG_AGO, [
      tablets('1'),
      { ...tablets('2'), from: '2026-11-03 12:00' },
      { ...tablets('2'), from: '2026-11-04 12:00', reminderTimes: times('08:00') },
      { ...tablets('1'), from: '2026-11-05 12:00' },
    ]),
    [
      '2026-11-05 Metformin XR from 2 tablets; 8:00 AM to 1 tablet; 8:00 AM, 8:00 PM',
      '2026-11-04 Metformin XR from 8:00 AM, 8:00 PM to 8:00 AM',
      '2026-11-03 Metformin XR from 1 tablet to 2 tablets',
    ],
  ],
  [
    'is counted now, and was not before',
    sampleMedication(LONG_AGO, [{}, { ...tablets('1'), from: '2026-11-03 12:00' }]),
    [],
  ],
  ['ends in future', sampleMedication(LONG_AGO, [{ endDate: day('2026-12-12') }]), []],
  [
    'was planned anew',
    sampleMedication(LONG_AGO, [
      { from: '2025-01-01 00:00', reminderTimes: times('08:00') },
      { from: '2026-11-03 12:00', reminderTimes: times('08:00', '20:00') },
      {
        from: '2026-11-05 12:00',
        reminderTimes: times('20:00'),
        schedule: { kind: 'weekdays', days: [1, 3] },
      },
    ]),
    [
      '2026-11-05 Metformin XR from 8:00 AM, 8:00 PM to 8:00 PM; Mon, Wed',
      '2026-11-03 Metformin XR from 8:00 AM to 8:00 AM, 8:00 PM',
    ],
  ],
  [
    'was given an end',
    sampleMedication(LONG_AGO, [
      { from: '2025-01-01 00:00' },
      { from: '2026-11-03 12:00', endDate: day('2026-12-24') },
    ]),
    ['2026-11-03 Metformin XR now until Dec 24, 2026'],
  ],
  [
    'is now taken only when needed',
    sampleMedication(LONG_AGO, [
      { from: '2025-01-01 00:00' },
      { from: '2026-11-03 12:00', schedule: { kind: 'as-needed' }, reminderTimes: [] },
    ]),
    ['2026-11-03 Metformin XR from 8:00 AM, 8:00 PM to only when needed'],
  ],
])('a medicine that %s', (_case, medication, words) => {
  expect(told([medication])).toEqual(words)
})

it('a medicine whose first plans are no longer kept began when it was added', () => {
  const plans = Array.from({ length: MOST_VERSIONS + 1 }, (_, index) => ({
    from: `${addDays(day('2025-01-01'), index)} 00:00`,
    startDate: day(index === 0 ? '2025-01-01' : '2026-10-30'),
  }))
  const { versions, ...medication } = sampleMedication(LONG_AGO, plans)
  expect(told([{ ...medication, versions: newestVersions(versions) }])).toEqual([])
})

it('a dosage is known by the doses that were logged with it', () => {
  const medication = sampleMedication(LONG_AGO)
  const events = [logged(1, '2026-11-01', '500 mg'), logged(2, '2026-11-08', '1000 mg')]
  expect(told([medication], events)).toEqual(['2026-11-08 Metformin XR dosage from 500 mg to 1000 mg'])
})

it('a dosage that no dose was logged with yet was changed with the record', () => {
  const medication = sampleMedication({
    ...LONG_AGO,
    dosage: '2000 mg',
    updatedAt: instant('2026-11-19 10:00'),
  })
  expect(told([medication], [logged(1, '2026-11-01', '1000 mg')])).toEqual([
    '2026-11-19 Metformin XR dosage from 1000 mg to 2000 mg',
  ])
})

it('where two devices logged with different dosages at a time, no day of the change is made up', () => {
  const events = [
    logged(1, '2026-11-01', '500 mg'),
    logged(2, '2026-11-08', '1000 mg'),
    logged(3, '2026-11-09', '500 mg'),
  ]
  expect(told([sampleMedication(LONG_AGO)], events)).toEqual([])
})

describe('a dosage that went up and back', () => {
  /** Returns a dose every morning of these dates, both inclusive. */
  const logOf = (from: string, to: string, dosage: string) => {
    const events: DoseEvent[] = []
    for (let date = day(from); date <= day(to); date = addDays(date, 1)) {
      events.push(logged(Number(date.replaceAll('-', '')), date, dosage))
    }
    return events
  }
  const upAndBack = [...logOf('2026-09-20', '2026-09-30', '5 mg'), ...logOf('2026-10-01', '2026-10-31', '10 mg')]

  it('is told as both, each with its day', () => {
    const medication = sampleMedication({
      ...LONG_AGO,
      dosage: '5 mg',
      updatedAt: instant('2026-11-15 09:00'),
    })
    expect(told([medication], [...upAndBack, ...logOf('2026-11-01', '2026-11-19', '5 mg')])).toEqual([
      '2026-11-01 Metformin XR dosage from 10 mg to 5 mg',
      '2026-10-01 Metformin XR dosage from 5 mg to 10 mg',
    ])
  })

  it('is told as both before a dose is logged with the one of before, too', () => {
    const medication = sampleMedication({
      ...LONG_AGO,
      dosage: '5 mg',
      updatedAt: instant('2026-11-01 06:00'),
    })
    expect(told([medication], upAndBack)).toEqual([
      '2026-11-01 Metformin XR dosage from 10 mg to 5 mg',
      '2026-10-01 Metformin XR dosage from 5 mg to 10 mg',
    ])
  })

  it('is none where doses of before the change were entered days after it', () => {
    const entered = (event: DoseEvent) => ({ ...event, loggedAt: instant('2026-11-03 09:00') })
    const medication = sampleMedication({ ...LONG_AGO, dosage: '10 mg' })
    const events = [
      ...logOf('2026-10-01', '2026-10-10', '5 mg'),
      ...logOf('2026-10-11', '2026-10-13', '10 mg').map(entered),
      ...logOf('2026-10-14', '2026-10-31', '5 mg'),
      ...logOf('2026-11-01', '2026-11-19', '10 mg'),
    ]
    expect(told([medication], events)).toEqual(['2026-11-01 Metformin XR dosage from 5 mg to 10 mg'])
  })

  it('is none where the newest doses come from a device that had not heard of the edit', () => {
    const medication = sampleMedication({
      ...LONG_AGO,
      dosage: '10 mg',
      updatedAt: instant('2026-10-01 06:00'),
    })
    const stale = logOf('2026-11-01', '2026-11-03', '5 mg').map((event) => ({
      ...event,
      deviceId: sampleId<DeviceId>(77),
    }))
    expect(told([medication], [...upAndBack, ...stale])).toEqual([])
  })

  it('is told change for change, whatever the order in which the log came', () => {
    const length = fc.integer({ min: 2, max: 9 })
    const strength = fc.constantFrom('5 mg', '10 mg', '20 mg')
    fc.assert(
      fc.property(fc.array(fc.tuple(strength, length), { minLength: 1, maxLength: 8 }), fc.nat(), (some, turn) => {
        const runs = some.filter(([dosage], index) => dosage !== some[index - 1]?.[0])
        const events: DoseEvent[] = []
        const changes: string[] = []
        let date: LocalDate = day('2026-08-25')
        for (const [index, [dosage, days]] of runs.entries()) {
          if (index > 0) changes.unshift(`${date} Metformin XR dosage from ${runs[index - 1]?.[0]} to ${dosage}`)
          for (let rest = days; rest > 0; rest -= 1) {
            events.push(logged(events.length + 1, date, dosage))
            date = addDays(date, 1)
          }
        }
        const medication = sampleMedication({ ...LONG_AGO, dosage: runs.at(-1)?.[0] ?? '' })
        const cut = turn % events.length
        expect(told([medication], [...events.slice(cut), ...events.slice(0, cut)].reverse())).toEqual(changes)
      }),
    )
  })

  it('is never made of one change of which a second device heard later', () => {
    const other = sampleId<DeviceId>(77)
    const days = fc.integer({ min: 1, max: 20 })
    fc.assert(
      fc.property(days, fc.nat({ max: 12 }), days, fc.nat({ max: 40 }), (before, until, after, edited) => {
        const first = day('2026-08-25')
        const of = (index: number, date: LocalDate) => [
          logged(2 * index, date, index < before ? '5 mg' : '10 mg'),
          {
            ...logged(2 * index + 1, date, index < before + until ? '5 mg' : '10 mg', '20:00'),
            deviceId: other,
          },
        ]
        const events = Array.from({ length: before + after }, (_, index) => of(index, addDays(first, index)))
        const medication = sampleMedication({
          ...LONG_AGO,
          dosage: '10 mg',
          updatedAt: instant(`${addDays(first, before + edited)} 06:00`),
        })
        const changed = `${addDays(first, before)} Metformin XR dosage from 5 mg to 10 mg`
        expect(told([medication], events.flat())).toEqual(until === 0 ? [changed] : [])
      }),
    )
  })
})

it('what was taken back says nothing of a dosage', () => {
  const undo = {
    ...logged(2, '2026-11-08', '500 mg'),
    kind: 'undone' as const,
    undoes: sampleId<DoseEventId>(1),
  }
  expect(told([sampleMedication(LONG_AGO)], [logged(1, '2026-11-01', '1000 mg'), undo])).toEqual([])
})

it('amounts that follow from the plan are no changes of the dosage, however often they differ', () => {
  const amounts = ['5', '4'] as Amount[]
  const warfarin = sampleMedication({ ...LONG_AGO, dosage: '' }, [
    {
      from: '2025-01-01 00:00',
      amounts: { unit: 'tablet', each: '5' as Amount, byDay: { anchorDate: day('2026-11-01'), amounts } },
    },
  ])
  const events = ['05', '06', '07', '08'].flatMap((date, index) => {
    const dosage = index % 2 === 0 ? '5 tablets' : '4 tablets'
    return [logged(2 * index + 1, `2026-11-${date}`, dosage), logged(2 * index + 2, `2026-11-${date}`, dosage, '20:00')]
  })
  expect(told([warfarin], events)).toEqual([])
  const typed = { ...warfarin, dosage: '1 mg', updatedAt: instant('2026-11-10 09:00') }
  expect(told([typed], events)).toEqual(['2026-11-10 Metformin XR dosage from none named to 1 mg'])
})
