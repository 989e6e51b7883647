import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { SupplyEventId } from '../lib/ids.ts'
import type { Medication } from '../records/medication.ts'
import type { SupplyEvent } from '../records/supply-event.ts'
import {
  at,
  day,
  instant,
  METFORMIN,
  SYDNEY,
  sampleEvent,
  sampleId,
  sampleMedication,
  times,
} from '../testing/samples.ts'
import { DEFAULT_SUPPLY } from './default-supply.ts'
import { supplyNotices } from './notices.ts'
import { supplyStateOf } from './supply-state.ts'

const NOW = at('2026-11-20 12:00')
const AMOUNTS = { unit: 'tablet', each: '1' as Amount }

const pack = (amount: string, wall: string, fields: Partial<SupplyEvent> = {}): SupplyEvent => ({
  id: sampleId<SupplyEventId>(700),
  medicationId: METFORMIN,
  kind: 'added',
  amount: amount as Amount,
  at: instant(wall),
  expiresOn: null,
  undoes: null,
  note: null,
  ...fields,
})
const state = (
  events: SupplyEvent[],
  doses: ReturnType<typeof sampleEvent>[] = [],
  medication: Medication = sampleMedication({}, [{ amounts: AMOUNTS }]),
) => supplyStateOf({ medication, events, doses, followed: [], now: NOW, zone: SYDNEY })

describe('the state of a supply', () => {
  it('is none where the plan has no amounts, and unknown where nobody counted', () => {
    expect(state([pack('10', '2026-11-20 07:00')], [], sampleMedication())).toBeNull()
    expect(state([])).toMatchObject({ unit: 'tablet', onHand: null, runsOutOn: null, daysLeft: null, latest: null })
  })

  it('takes what the plan had at the time of a dose, whichever version that was', () => {
    const two = { amounts: { ...AMOUNTS, each: '2' as Amount } }
    const medication = sampleMedication({}, [two, { amounts: AMOUNTS, from: '2026-11-19 12:00' }])
    const doses = [
      sampleEvent(1, { slot: '2026-11-19 08:00', at: instant('2026-11-19 08:00') }),
      sampleEvent(2, { slot: '2026-11-20 08:00', at: instant('2026-11-20 08:00') }),
    ]
    expect(state([pack('10', '2026-11-18 07:00')], doses, medication)?.onHand?.amount).toBe('7')
  })

  it.each<[string, { amount: number | null; unit: string | null }, string]>([
    ['what was typed, in the unit that is counted', { amount: 2.5, unit: 'Tablet' }, '7.5'],
    ['the plan, where it was typed in another unit', { amount: 500, unit: 'mg' }, '9'],
    ['the plan, where what was typed is not exact', { amount: 1 / 3, unit: 'tablet' }, '9'],
    ['the plan, where no unit was typed', { amount: 0.5, unit: null }, '9'],
  ])('a dose takes %s', (_what, typed, left) => {
    const doses = [sampleEvent(1, { slot: null, at: instant('2026-11-20 09:00'), ...typed })]
    expect(state([pack('10', '2026-11-20 07:00')], doses)?.onHand?.amount).toBe(left)
  })

  it('a dose of today that was skipped takes nothing any more', () => {
    const skipped = sampleEvent(1, { kind: 'skipped', at: instant('2026-11-20 08:00') })
    const events = [pack('2', '2026-11-20 07:00')]
    // The second dose of today, and the first of tomorrow.
    expect(state(events, [skipped])).toMatchObject({ runsOutOn: '2026-11-21', daysLeft: 1 })
    expect(state(events, [])).toMatchObject({ runsOutOn: '2026-11-21', daysLeft: 1 })
    expect(state([pack('1', '2026-11-20 07:00')], [skipped])).toMatchObject({ runsOutOn: '2026-11-21' })
    expect(state([pack('1', '2026-11-20 07:00')], [])).toMatchObject({ runsOutOn: '2026-11-20', daysLeft: 0 })
  })

  it.each<[string, { from: string; time: string; amount?: string }[], string | null, string]>([
    ['was added after the time of its dose', [{ from: '2026-11-20 11:00', time: '08:00' }], null, '2026-11-22'],
    [
      'got another time after its dose was taken',
      [
        { from: '2026-11-01 00:00', time: '08:00' },
        { from: '2026-11-20 10:00', time: '09:00' },
      ],
      '08:00',
      '2026-11-22',
    ],
    [
      'got a later time after its dose was taken',
      [
        { from: '2026-11-01 00:00', time: '08:00' },
        { from: '2026-11-20 10:00', time: '20:00' },
      ],
      '08:00',
      '2026-11-21',
    ],
    [
      'got another time before a device that did not know logged its dose',
      [
        { from: '2026-11-01 00:00', time: '08:00' },
        { from: '2026-11-20 07:00', time: '09:00' },
      ],
      '08:00',
      '2026-11-22',
    ],
    [
      'got another amount while its dose was open',
      [
        { from: '2026-11-01 00:00', time: '08:00', amount: '1' },
        { from: '2026-11-20 10:00', time: '09:00', amount: '0.5' },
      ],
      null,
      '2026-11-21',
    ],
  ])('of a medicine that %s: only doses that are planned for today take something', (_what, plans, taken, on) => {
    const medication = sampleMedication(
      {},
      plans.map(({ from, time, amount = '1' }) => ({
        from,
        reminderTimes: times(time),
        amounts: { unit: 'tablet', each: amount as Amount },
      })),
    )
    const doses =
      taken === null ? [] : [sampleEvent(1, { slot: `2026-11-20 ${taken}`, at: instant('2026-11-20 08:05') })]
    expect(state([pack('1', '2026-11-20 11:30')], doses, medication)?.runsOutOn).toBe(on)
  })

  it('of a stopped medicine is counted, and never runs out', () => {
    const stopped = sampleMedication({ stoppedAt: instant('2026-11-19 12:00') }, [{ amounts: AMOUNTS }])
    expect(state([pack('2', '2026-11-20 07:00')], [], stopped)).toMatchObject({
      onHand: { amount: '2' },
      runsOutOn: null,
    })
  })
})

describe('what home says', () => {
  const settings = { ...DEFAULT_SUPPLY, warnDays: 7 }
  const runsOut = (on: string | null, addedOn: string) => ({
    unit: 'tablet',
    onHand: { amount: '1' as Amount, excess: '0' as Amount },
    runsOutOn: on === null ? null : day(on),
    isEstimate: false,
    daysLeft: null,
    bookBy: null,
    latest: pack('28', `${addedOn} 12:00`),
  })
  const said = (on: string | null, { addedOn = '2026-10-01', isInUse = true, more = {} } = {}) =>
    supplyNotices({ state: runsOut(on, addedOn), settings: { ...settings, ...more }, isInUse }, NOW, SYDNEY)

  it.each<[string, string | null, number[]]>([
    ['nothing, more than a week ahead', '2026-11-28', []],
    ['a week ahead', '2026-11-27', [7]],
    ['two days ahead', '2026-11-22', [2]],
    ['on the day', '2026-11-20', [0]],
    ['nothing, where nothing runs out', null, []],
  ])('%s', (_when, on, days) => {
    expect(said(on).map((notice) => notice.days)).toEqual(days)
  })

  it('is silent after a refill, until the next step', () => {
    expect(said('2026-11-25', { addedOn: '2026-11-20' })).toEqual([])
    // It was added five days ahead, and now it is two.
    expect(said('2026-11-22', { addedOn: '2026-11-17' })).toMatchObject([{ about: 'supply', days: 2, step: 2 }])
  })

  it('goes through two days, one day and the day where the person chose one day', () => {
    const step = (on: string) => said(on, { more: { warnDays: 1 } }).map((notice) => notice.step)
    expect(['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20'].map(step)).toEqual([[], [2], [1], [0]])
  })

  it('names a script and a pack that expire, 30 days ahead and on the day', () => {
    const more = { scriptExpiresOn: day('2026-12-20'), packExpiresOn: day('2026-11-20') }
    expect(said(null, { more })).toEqual([
      { about: 'script', on: '2026-12-20', days: 30, step: 30 },
      { about: 'pack', on: '2026-11-20', days: 0, step: 0 },
    ])
    expect(said(null, { more: { scriptExpiresOn: day('2026-12-21') } })).toEqual([])
    expect(said(null, { more: { packExpiresOn: day('2026-11-18') } })).toMatchObject([{ about: 'pack', days: -2 }])
  })

  it('is nothing about a medicine that nobody takes any more', () => {
    expect(said('2026-11-20', { isInUse: false })).toEqual([])
  })
})
