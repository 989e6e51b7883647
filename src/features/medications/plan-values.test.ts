import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { samePlan } from '#domain/schedule/same-plan.ts'
import { anyPlan } from '#domain/testing/arbitrary-plans.ts'
import { day, METFORMIN, times } from '#domain/testing/samples.ts'
import { EMPTY_VALUES, type MedicationValues } from './form-values.ts'
import { type PlanContext, planOfValues, planValuesOf } from './plan-values.ts'
import { readValues } from './read-values.ts'

const TODAY: PlanContext = { today: day('2026-11-20'), kept: null }

const typed = (values: Partial<MedicationValues> = {}): MedicationValues => ({
  ...EMPTY_VALUES,
  name: 'Prednisolone',
  reminderTimes: '8:00, 20:00',
  isOngoing: true,
  ...values,
})
const planOf = (values: Partial<MedicationValues>): Plan => {
  const read = readValues(typed(values), TODAY)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}
const errorsOf = (values: Partial<MedicationValues>) => {
  const read = readValues(typed(values), TODAY)
  return read.ok ? null : read.error
}
const step = (fields = {}) => ({ days: '5', each: '2', unit: 'tablet', reminderTimes: '8:00', kept: null, ...fields })

describe('a plan in the form', () => {
  test('of any kind is the same plan when it is saved unchanged', () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(anyPlan, (plan) => {
        kinds.add(plan.schedule.kind)
        const again = planOfValues(planValuesOf(plan), { ...TODAY, kept: plan })
        expect(again && samePlan(again, plan)).toBe(true)
        const values = { ...EMPTY_VALUES, name: 'X', ...planValuesOf(plan) }
        expect(readValues(values, { ...TODAY, kept: plan }).ok).toBe(true)
      }),
      { numRuns: 500 },
    )
    expect(kinds.size).toBe(7)
  })

  test('on days of the month', () => {
    expect(planOf({ kind: 'monthly', daysOfMonth: [-1, 15] }).schedule).toEqual({
      kind: 'monthly',
      daysOfMonth: [-1, 15],
    })
    expect(errorsOf({ kind: 'monthly' })).toEqual({ daysOfMonth: 'Choose at least one day' })
  })

  test('of hours counts from the first dose, or has a window', () => {
    const hours = { kind: 'hours' as const, everyHours: '4,5', reminderTimes: '' }
    expect(planOf({ ...hours, firstDose: '2026-11-20T07:30' })).toMatchObject({
      schedule: { kind: 'hours', everyHours: 4.5, anchor: '2026-11-20T07:30', window: null },
      reminderTimes: [],
    })
    expect(planOf({ ...hours, hasWindow: true, windowFrom: '07:00', windowTo: '21:00' }).schedule).toEqual({
      kind: 'hours',
      everyHours: 4.5,
      anchor: '2026-11-20T07:00',
      window: { from: '07:00', to: '21:00' },
    })
  })

  test.each<[Partial<MedicationValues>, string]>([
    [{ everyHours: '0.5', firstDose: '2026-11-20T07:30' }, 'everyHours'],
    [{ everyHours: '1.25', firstDose: '2026-11-20T07:30' }, 'everyHours'],
    [{ everyHours: '73', firstDose: '2026-11-20T07:30' }, 'everyHours'],
    [{}, 'firstDose'],
    [{ hasWindow: true, windowFrom: '' }, 'windowFrom'],
    [{ hasWindow: true, windowFrom: '20:00', windowTo: '08:00' }, 'windowTo'],
  ])('of hours that make no sense blames the field: %j', (values, field) => {
    expect(Object.keys(errorsOf({ kind: 'hours', ...values }) ?? {})).toContain(field)
  })

  test('that counts from the last dose has a gap in hours or days, and a first dose', () => {
    const after = { kind: 'after-taken' as const, reminderTimes: '', firstDose: '2026-11-20T07:30' }
    const inHours = planOf({ ...after, afterLast: '4,5' })
    expect(inHours).toMatchObject({
      schedule: { kind: 'after-taken', every: { hours: 4.5 }, first: '2026-11-20T07:30' },
      reminderTimes: [],
    })
    const inDays = planOf({ ...after, afterLast: '7', afterUnit: 'days' })
    expect(inDays.schedule).toEqual({ kind: 'after-taken', every: { days: 7 }, first: '2026-11-20T07:30' })
    for (const plan of [inHours, inDays]) {
      expect(plan).toMatchObject(planOfValues(planValuesOf(plan), { ...TODAY, kept: plan }) ?? {})
    }
  })

  test.each<[Partial<MedicationValues>, string]>([
    [{ afterLast: '0.5', firstDose: '2026-11-20T07:30' }, 'afterLast'],
    [{ afterLast: '4.5', afterUnit: 'days', firstDose: '2026-11-20T07:30' }, 'afterLast'],
    [{ afterLast: '366', afterUnit: 'days', firstDose: '2026-11-20T07:30' }, 'afterLast'],
    [{}, 'firstDose'],
  ])('that counts from the last dose and makes no sense blames the field: %j', (values, field) => {
    expect(Object.keys(errorsOf({ kind: 'after-taken', ...values }) ?? {})).toEqual([field])
  })

  test('that follows another medicine has it, and the minutes', () => {
    const after = { kind: 'after-dose' as const, reminderTimes: '', followed: METFORMIN, minutesAfter: '45' }
    const plan = planOf(after)
    expect(plan).toMatchObject({
      schedule: { kind: 'after-dose', medicationId: METFORMIN, minutes: 45 },
      reminderTimes: [],
    })
    expect(planOfValues(planValuesOf(plan), { ...TODAY, kept: plan })?.schedule).toEqual(plan.schedule)
  })

  test.each<[Partial<MedicationValues>, string]>([
    [{ followed: '' }, 'followed'],
    [{ minutesAfter: '0' }, 'minutesAfter'],
    [{ minutesAfter: '1441' }, 'minutesAfter'],
    [{ minutesAfter: '30.5' }, 'minutesAfter'],
  ])('that follows another medicine and makes no sense blames the field: %j', (values, field) => {
    const after = { kind: 'after-dose' as const, reminderTimes: '', followed: METFORMIN }
    expect(Object.keys(errorsOf({ ...after, ...values }) ?? {})).toEqual([field])
  })

  test('in steps takes one after another', () => {
    const steps = [step(), step({ days: '', each: '½' })]
    expect(planOf({ kind: 'phases', steps, startDate: '2026-11-20' })).toMatchObject({
      reminderTimes: [],
      schedule: {
        kind: 'phases',
        steps: [
          { days: 5, schedule: { kind: 'daily' }, reminderTimes: ['08:00'], amounts: { unit: 'tablet', each: '2' } },
          { days: null, amounts: { unit: 'tablet', each: '0.5' } },
        ],
      },
    })
  })

  test('in steps has no amounts of fields that are out of sight, and keeps those it had beside its steps', () => {
    const steps = [step(), step({ days: '', each: '', unit: '' })]
    const hidden = { kind: 'phases' as const, steps, startDate: '2026-11-20', unit: 'tablet', each: '3' }
    expect(planOf(hidden)).not.toHaveProperty('amounts')
    const daily = planOf({ unit: 'tablet', each: '3' })
    expect(planOfValues(typed({ ...planValuesOf(daily), ...hidden }), { ...TODAY, kept: daily })).not.toHaveProperty(
      'amounts',
    )
    const kept: Plan = { ...planOf(hidden), amounts: { unit: 'capsule', each: '2' as Amount } }
    expect(planOfValues(planValuesOf(kept), { ...TODAY, kept })).toMatchObject({ amounts: kept.amounts })
  })

  test.each([
    [[], 'Add at least one step'],
    [[step({ days: '' }), step()], 'Step 1: Enter for how many days. Only the last step may go on without an end'],
    [[step({ days: '0' })], 'Step 1: Enter a whole number of days, from 1 to 3650'],
    [[step(), step({ each: 'two' })], 'Step 2: Write an amount like 1, ½, 0.25 or 1/3'],
    [[step({ unit: ' ' })], 'Step 1: Choose what is counted, such as tablet'],
    [[step({ reminderTimes: '' })], 'Step 1: At least one reminder time is required'],
  ])('in faulty steps names the step: %j', (steps, error) => {
    expect(errorsOf({ kind: 'phases', steps, startDate: '2026-11-20' })).toEqual({ steps: error })
  })

  test('in steps needs a start date', () => {
    expect(errorsOf({ kind: 'phases', steps: [step()] })).toEqual({ startDate: 'A plan in steps needs a start date' })
  })
})

describe('amounts in the form', () => {
  const tablet = { unit: 'tablet', each: '1' }

  test('are none while nothing is counted', () => {
    expect(planOf({})).not.toHaveProperty('amounts')
  })

  test('.5 is a half, and a time without its own takes the common one', () => {
    expect(planOf({ unit: ' tablet ', each: '.5' }).amounts).toEqual({ unit: 'tablet', each: '0.5' })
    const amountAt = { '20:00': '1½', '08:00': '', '09:00': '3' }
    expect(planOf({ ...tablet, amountsBy: 'time', amountAt }).amounts).toEqual({
      ...tablet,
      byTime: { '20:00': '1.5' },
    })
  })

  test('by day count from the start date, else from today', () => {
    const inTurn = { ...tablet, amountsBy: 'day' as const, amountsInTurn: '5, 4, 0' }
    expect(planOf(inTurn).amounts?.byDay).toEqual({ anchorDate: '2026-11-20', amounts: ['5', '4', '0'] })
    expect(planOf({ ...inTurn, startDate: '2026-12-01' }).amounts?.byDay?.anchorDate).toBe('2026-12-01')
    expect(planOf({ ...inTurn, each: '' }).amounts?.each).toBe('5')
  })

  test.each<[Partial<MedicationValues>, keyof MedicationValues]>([
    [{ unit: 'tablet' }, 'each'],
    [{ each: '1' }, 'unit'],
    [{ ...tablet, each: '0' }, 'each'],
    [{ ...tablet, each: '1/0' }, 'each'],
    [{ ...tablet, unit: 'x'.repeat(31) }, 'unit'],
    [{ ...tablet, amountsBy: 'time', amountAt: { '08:00': 'some' } }, 'amountAt'],
    [{ ...tablet, amountsBy: 'day', amountsInTurn: '5' }, 'amountsInTurn'],
    [{ ...tablet, amountsBy: 'day', amountsInTurn: '5; 4' }, 'amountsInTurn'],
    [{ ...tablet, amountsBy: 'day', amountsInTurn: '0, 0' }, 'amountsInTurn'],
  ])('that make no sense blame their field: %j', (values, field) => {
    expect(Object.keys(errorsOf(values) ?? {})).toEqual([field])
  })

  test('are not lost by an edit of something else', () => {
    const kept: Plan = {
      schedule: { kind: 'daily' },
      reminderTimes: times('08:00'),
      startDate: null,
      endDate: null,
      amounts: {
        unit: 'tablet',
        each: '1' as never,
        byDay: { anchorDate: day('2026-10-01'), amounts: ['5', '4'] as never },
      },
    }
    const values = { ...planValuesOf(kept), reminderTimes: '9:00' }
    expect(planOfValues(values, { ...TODAY, kept })?.amounts).toEqual(kept.amounts)
  })
})
