import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { MedicationId, SupplyEventId } from '../lib/ids.ts'
import { addDays, type LocalDate, type LocalDateTime, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import type { SupplyEvent } from '../records/supply-event.ts'
import type { DoseAmounts } from '../schedule/amounts.ts'
import type { Plan } from '../schedule/plan.ts'
import { anyPlan } from '../testing/arbitrary-plans.ts'
import { oracleDoses } from '../testing/plan-oracle.ts'
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
import { followedOf } from './followed.ts'
import { supplyStateOf } from './supply-state.ts'
import { tripLineOf } from './trip.ts'

const NOW = at('2026-11-20 12:00')
const TODAY = day('2026-11-20')
const TABLETS: DoseAmounts = { unit: 'tablet', each: '1' as Amount }
const OMEPRAZOLE = sampleId<MedicationId>(2)
const IRON = sampleId<MedicationId>(3)

const following = (medicationId: MedicationId, plan: Partial<Plan> & { minutes?: number } = {}): Partial<Plan> => {
  const { minutes = 30, ...rest } = plan
  const schedule = { kind: 'after-dose' as const, medicationId, minutes }
  return { schedule, reminderTimes: [], amounts: TABLETS, ...rest }
}
const medicine = (id: MedicationId, plan: Partial<Plan>, fields: Partial<Medication> = {}) =>
  sampleMedication({ id, ...fields }, [plan])

const counted = (amount: string): SupplyEvent => ({
  id: sampleId<SupplyEventId>(700),
  medicationId: METFORMIN,
  kind: 'counted',
  amount: amount as Amount,
  at: instant('2026-11-20 07:00'),
  expiresOn: null,
  undoes: null,
  note: null,
})

/** What follows for Metformin, 30 minutes after Omeprazole. */
function inputOf(
  others: readonly Medication[],
  onHand: string,
  doses: readonly DoseEvent[] = [],
  own = following(OMEPRAZOLE),
) {
  const medication = medicine(METFORMIN, own)
  const byId = new Map([medication, ...others].map((one) => [one.id, one]))
  const dosesOf = ({ id }: Medication) => doses.filter(({ medicationId }) => medicationId === id)
  return {
    medication,
    events: [counted(onHand)],
    doses: dosesOf(medication),
    followed: followedOf(medication, byId).map((other) => ({ medication: other, doses: dosesOf(other) })),
    now: NOW,
    zone: SYDNEY,
  }
}

const outOn = (...input: Parameters<typeof inputOf>) => supplyStateOf(inputOf(...input))?.runsOutOn
const taken = (medicationId: MedicationId, slot: string | null, wall: string, fields: Partial<DoseEvent> = {}) =>
  sampleEvent(Number(wall.replaceAll(/\D/g, '').slice(4)), { medicationId, slot, at: instant(wall), ...fields })

describe('a medicine taken after another one runs out', () => {
  it.each<[string, Partial<Plan>, string, string | null]>([
    ['after each planned dose of the other', {}, '5', '2026-11-22'],
    [
      'later, where the other is paused',
      { pauses: [{ from: day('2026-11-21'), to: day('2026-11-30') }] },
      '3',
      '2026-12-01',
    ],
    ['never, where the other ends before', { endDate: day('2026-11-21') }, '4', null],
    [
      'by the days on which the other has an amount',
      { amounts: { ...TABLETS, byDay: { anchorDate: TODAY, amounts: ['1', '0'] as Amount[] } } },
      '2',
      '2026-11-22',
    ],
    [
      'as the other is tapered',
      {
        schedule: {
          kind: 'phases',
          steps: [
            { days: 2, schedule: { kind: 'daily' }, reminderTimes: times('08:00', '14:00', '20:00') },
            { days: null, schedule: { kind: 'daily' }, reminderTimes: times('08:00') },
          ],
        },
        reminderTimes: [],
        startDate: TODAY,
      },
      '8',
      '2026-11-24',
    ],
    [
      'as if each dose of the other were taken on time, where they count from the last one',
      {
        schedule: { kind: 'after-taken', every: { hours: 12 }, first: '2026-11-20T08:00' as LocalDateTime },
        reminderTimes: [],
      },
      '4',
      '2026-11-22',
    ],
  ])('%s', (_rule, plan, onHand, expected) => {
    expect(outOn([medicine(OMEPRAZOLE, plan)], onHand)).toBe(expected)
    expect(supplyStateOf(inputOf([medicine(OMEPRAZOLE, plan)], onHand))?.isEstimate).toBe(false)
  })

  it('on the next day, where so many minutes later are past midnight', () => {
    const late = [medicine(OMEPRAZOLE, { reminderTimes: times('23:50') })]
    expect(outOn(late, '0')).toBe('2026-11-21')
    expect(outOn(late, '0', [taken(OMEPRAZOLE, '2026-11-19 23:50', '2026-11-19 23:52')])).toBe('2026-11-20')
    expect(outOn(late, '0', [], following(OMEPRAZOLE, { minutes: 1440 }))).toBe('2026-11-21')
  })

  it('by what was really taken of the other today, and what of its own is logged', () => {
    const others = [medicine(OMEPRAZOLE, {})]
    const morning = taken(OMEPRAZOLE, '2026-11-20 08:00', '2026-11-20 09:10')
    expect(outOn(others, '1', [morning])).toBe('2026-11-20')
    const own = taken(METFORMIN, '2026-11-20 09:40', '2026-11-20 09:45')
    // One of the two that were counted is gone; the other serves this evening.
    expect(outOn(others, '2', [morning, own])).toBe('2026-11-21')
    const skipped = taken(OMEPRAZOLE, '2026-11-20 08:00', '2026-11-20 08:10', { kind: 'skipped' })
    expect(outOn(others, '1', [skipped])).toBe('2026-11-21')
    const extra = taken(OMEPRAZOLE, null, '2026-11-20 11:00')
    expect(outOn(others, '2', [morning, extra])).toBe('2026-11-20')
    const undone = { ...extra, id: sampleId<DoseEvent['id']>(5), kind: 'undone' as const, undoes: extra.id }
    expect(outOn(others, '2', [morning, extra, undone])).toBe('2026-11-21')
  })

  it('by a dose of its own once, where the time of the other was corrected', () => {
    const corrected = (slot: string, before: string, after: string) => {
      const [wrong, right] = [taken(OMEPRAZOLE, slot, before), taken(OMEPRAZOLE, slot, after)]
      return [wrong, right, { ...wrong, id: sampleId<DoseEvent['id']>(5), kind: 'undone' as const, undoes: wrong.id }]
    }
    const doses = corrected('2026-11-20 08:00', '2026-11-20 08:10', '2026-11-20 08:00')
    const own = taken(METFORMIN, '2026-11-20 08:40', '2026-11-20 08:45')
    const daily = [medicine(OMEPRAZOLE, { reminderTimes: times('08:00') })]
    // One of the two that were counted is gone; the other serves tomorrow.
    expect(outOn(daily, '2', [...doses, own])).toBe('2026-11-22')
    // It became one of today.
    const overnight = corrected('2026-11-19 23:50', '2026-11-19 23:25', '2026-11-20 00:20')
    const yesterdays = taken(METFORMIN, '2026-11-19 23:55', '2026-11-19 23:58')
    const late = [medicine(OMEPRAZOLE, { reminderTimes: times('23:50') })]
    expect(outOn(late, '1', [...overnight, yesterdays])).toBe('2026-11-22')
  })

  it('through a chain of up to eight, and at no known day through a longer one', () => {
    const idAt = (index: number) => sampleId<MedicationId>(2 + index)
    const chainOf = (links: number) =>
      Array.from({ length: links }, (_, index) =>
        medicine(idAt(index), index === links - 1 ? {} : following(idAt(index + 1), { minutes: 1 })),
      )
    expect(outOn(chainOf(8), '4')).toBe('2026-11-22')
    for (const links of [9, 1_500]) expect(outOn(chainOf(links), '4')).toBeNull()
  })

  it('through a chain, and never in circles', () => {
    const chain = [medicine(OMEPRAZOLE, following(IRON)), medicine(IRON, { reminderTimes: times('23:10') })]
    expect(outOn(chain, '1')).toBe('2026-11-22')
    const circle = [medicine(OMEPRAZOLE, following(IRON)), medicine(IRON, following(METFORMIN))]
    expect(outOn(circle, '1')).toBeNull()
    const own = inputOf([], '1', [], following(METFORMIN))
    expect(supplyStateOf(own)?.runsOutOn).toBeNull()
  })

  it('by estimate, where the first of the chain is taken only when needed', () => {
    const asNeeded = medicine(IRON, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const doses = ['2026-11-01', '2026-11-08', '2026-11-15'].map((date) => taken(METFORMIN, null, `${date} 08:00`))
    for (const others of [[medicine(OMEPRAZOLE, following(IRON)), asNeeded], [{ ...asNeeded, id: OMEPRAZOLE }]])
      expect(supplyStateOf(inputOf(others, '3', doses))).toMatchObject({ runsOutOn: '2026-12-18', isEstimate: true })
  })

  it('never, where the other was stopped or deleted', () => {
    const stoppedAt = instant('2026-11-19 12:00')
    const doses = ['2026-11-01', '2026-11-08', '2026-11-15'].map((date) => taken(METFORMIN, null, `${date} 08:00`))
    expect(outOn([medicine(OMEPRAZOLE, {}, { stoppedAt })], '1', doses)).toBeNull()
    const asNeeded: Partial<Plan> = { schedule: { kind: 'as-needed' }, reminderTimes: [] }
    expect(outOn([medicine(OMEPRAZOLE, asNeeded, { stoppedAt })], '1', doses)).toBeNull()
    expect(outOn([], '1', doses)).toBeNull()
  })
})

it('a trip takes one for each planned dose of the other', () => {
  const dates = { first: day('2026-11-22'), last: day('2026-11-24') }
  const input = inputOf([medicine(OMEPRAZOLE, { reminderTimes: times('08:00', '23:50') })], '7')
  expect(tripLineOf(input, dates)).toMatchObject({
    amount: '6',
    doses: 6,
    isEstimate: false,
    // Today one, tomorrow two, and four of the trip are there.
    short: { amount: '2', from: '2026-11-24' },
  })
})

/** Adds up in twelve-thousandths, of which every amount of the random plans is a whole number. */
const parts = (amount: string): number => {
  const [above = 0, below = 1] = amount.split('/').map(Number)
  return Math.round((above * 12_000) / below)
}

/** The doses after those of the other by the text alone, in order: by instants, then what the own plan allows. */
function slowly(
  own: Plan,
  minutes: number,
  other: Plan,
  last: LocalDate,
): { date: LocalDate; amount: Amount | null }[] {
  const minute = new Map<string, LocalDate>()
  for (const dose of oracleDoses(other, TODAY, last, SYDNEY)) {
    const { date, time } = localAt(dose.at + minutes * MINUTE, SYDNEY)
    minute.set(`${date} ${time}`, date)
  }
  return [...minute.keys()].sort().flatMap((label) => {
    const date = minute.get(label) as LocalDate
    if (date > last) return []
    // What the own plan says of a day is what it would say of one dose on it.
    const daily: Plan = { ...own, schedule: { kind: 'daily' }, reminderTimes: times('00:00') }
    return oracleDoses(daily, date, date, SYDNEY).map(({ amount }) => ({ date, amount }))
  })
}

it('runs out, and is packed, as a slow, independent reading of both plans says', () => {
  const owns = anyPlan.map(({ startDate, endDate, pauses, amounts }) => ({ startDate, endDate, pauses, amounts }))
  const supplies = fc.constantFrom(...(['0', '1/3', '7.5', '28', '100'] as Amount[]))
  const minutesAfter = fc.integer({ min: 1, max: 1440 })
  const walk = (own: Omit<Plan, 'schedule' | 'reminderTimes'>, minutes: number, other: Plan, onHand: Amount) => {
    const { byTime: _, ...amounts } = own.amounts ?? TABLETS
    const plan = following(OMEPRAZOLE, { ...own, amounts, minutes })
    const input = inputOf([medicine(OMEPRAZOLE, other)], onHand, [], plan)
    const full = { reminderTimes: [], startDate: null, endDate: null, ...plan } as Plan
    const doses = slowly(full, minutes, other, addDays(TODAY, 366))
    let left = parts(onHand)
    const unserved = doses.find(({ amount }) => {
      left -= parts(amount ?? '0')
      return left < 0
    })
    expect(supplyStateOf(input)?.runsOutOn ?? null).toBe(unserved?.date ?? null)
    const trip = { first: addDays(TODAY, 20), last: addDays(TODAY, 60) }
    const away = doses.filter(({ date }) => date >= trip.first && date <= trip.last)
    const line = tripLineOf(input, trip)
    expect(line?.doses ?? 0).toBe(away.length)
    expect(parts(line?.amount ?? '0')).toBe(away.reduce((sum, { amount }) => sum + parts(amount ?? '0'), 0))
  }
  fc.assert(fc.property(owns, minutesAfter, anyPlan, supplies, walk), { numRuns: 150 })
})
