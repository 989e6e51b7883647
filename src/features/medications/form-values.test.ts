import { describe, expect, test } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import type { Gtin } from '#domain/records/barcode.ts'
import { day, RED_PHOTO, sampleMedication, times } from '#domain/testing/samples.ts'
import {
  changesOf,
  EMPTY_VALUES,
  fieldOf,
  type MedicationValues,
  sameValues,
  valuesOf,
  valuesOfAgain,
} from './form-values.ts'
import { type PlanContext, planOfValues } from './plan-values.ts'
import { readValues } from './read-values.ts'

const TODAY: PlanContext = { today: day('2026-11-20'), kept: null }

const typed = (values: Partial<MedicationValues> = {}): MedicationValues => ({
  ...EMPTY_VALUES,
  name: 'Prednisolone',
  reminderTimes: '8am, 14:00',
  ...values,
})

const errorsOf = (values: Partial<MedicationValues>) => {
  const read = readValues(typed(values), TODAY)
  return read.ok ? null : read.error
}

describe('what the form saves', () => {
  test('texts are trimmed, times are sorted 24-hour times, empty dates are null', () => {
    const read = readValues(typed({ name: ' Prednisolone ', dosage: '25 mg ' }), TODAY)
    expect(read).toEqual({
      ok: true,
      value: {
        name: 'Prednisolone',
        dosage: '25 mg',
        frequency: '',
        instructions: '',
        important: false,
        barcodes: [],
        limits: null,
        strength: null,
        look: null,
        photo: null,
        notices: null,
        schedule: { kind: 'daily' },
        reminderTimes: times('08:00', '14:00'),
        startDate: null,
        endDate: null,
      },
    })
  })

  test('what is taken only when needed is not important: it is never due', () => {
    expect(readValues(typed({ important: true }), TODAY)).toMatchObject({ value: { important: true } })
    expect(readValues(typed({ important: true, kind: 'as-needed' }), TODAY)).toMatchObject({
      value: { important: false },
    })
  })

  test('an end date does not count while the medication is ongoing', () => {
    expect(planOfValues(typed({ endDate: '2026-12-01', isOngoing: true }), TODAY)?.endDate).toBeNull()
    expect(planOfValues(typed({ endDate: '2026-12-01' }), TODAY)?.endDate).toBe('2026-12-01')
  })

  test('"only when needed" has no times, whatever was typed before it was chosen', () => {
    expect(readValues(typed({ kind: 'as-needed', reminderTimes: '8:00' }), TODAY)).toMatchObject({
      ok: true,
      value: { schedule: { kind: 'as-needed' }, reminderTimes: [] },
    })
  })

  test.each([
    [{ name: '  ' }, { name: 'Medication name is required' }],
    [{ reminderTimes: ' , ' }, { reminderTimes: 'At least one reminder time is required' }],
    [{ reminderTimes: '8:00, noonish' }, { reminderTimes: '“noonish” is not a time. Write it like 8:00 or 2:30 pm.' }],
    [{ kind: 'weekdays' as const }, { days: 'Choose at least one day' }],
    [
      { kind: 'cycle' as const, daysOn: '0', daysOff: '7.5' },
      {
        daysOn: 'Enter a whole number of days, from 1 to 365',
        daysOff: 'Enter a whole number of days, from 1 to 365',
      },
    ],
    [
      { startDate: '0206-12-02', endDate: '9999-12-31' },
      {
        startDate: 'Choose a date from Jan 1, 1900 to Dec 31, 2199',
        endDate: 'Choose a date from Jan 1, 1900 to Dec 31, 2199',
      },
    ],
    [{ endDate: '12026-12-01' }, { endDate: 'Choose a date from Jan 1, 1900 to Dec 31, 2199' }],
    [{ startDate: '2026-12-02', endDate: '2026-12-01' }, { endDate: 'The end date must not be before the start date' }],
  ])('%o is refused at its field', (values, errors) => {
    expect(errorsOf(values)).toEqual(errors)
  })

  test('days that dictation left open have to be chosen', () => {
    expect(errorsOf({ kind: '' })).toEqual({ kind: 'Choose how often it is taken' })
    expect(planOfValues(typed({ kind: '' }), TODAY)).toBeNull()
  })

  test('a text that cannot be stored is refused', () => {
    expect(errorsOf({ name: 'x'.repeat(201) })?.name).toContain('at most 200')
    expect(errorsOf({ instructions: '\ud800' })?.instructions).toContain('can’t be saved')
  })
})

describe('the day a schedule counts from', () => {
  const interval = { kind: 'interval' as const, everyDays: 2 }
  const kept = { schedule: { ...interval, anchorDate: day('2026-11-03') }, startDate: null }
  const anchor = (values: Partial<MedicationValues>, context: PlanContext) => {
    const schedule = planOfValues(typed(values), context)?.schedule
    return schedule && 'anchorDate' in schedule ? schedule.anchorDate : undefined
  }

  test('is the start date, else today in the plan zone', () => {
    expect(anchor({ ...interval, startDate: '2026-11-21' }, TODAY)).toBe('2026-11-21')
    expect(anchor({ ...interval }, TODAY)).toBe('2026-11-20')
  })

  test('stays when an edit changes neither kind nor start date', () => {
    expect(anchor({ ...interval, everyDays: 3 }, { ...TODAY, kept })).toBe('2026-11-03')
  })

  test('moves with another kind and with another start date', () => {
    expect(anchor({ kind: 'cycle' }, { ...TODAY, kept })).toBe('2026-11-20')
    expect(anchor({ ...interval, startDate: '2026-11-25' }, { ...TODAY, kept })).toBe('2026-11-25')
  })
})

describe('the fields of a medication', () => {
  const medication = sampleMedication({}, [
    { schedule: { kind: 'cycle', daysOn: 21, daysOff: 7, anchorDate: day('2026-11-01') } },
  ])
  const context: PlanContext = { ...TODAY, kept: medication }

  test('say its times in twelve hours and give the same plan back', () => {
    const values = valuesOf(medication)
    expect(values).toMatchObject({ reminderTimes: '8:00 AM, 8:00 PM', isOngoing: true, daysOn: '21' })
    expect(planOfValues(values, context)).toEqual({
      schedule: medication.schedule,
      reminderTimes: medication.reminderTimes,
      startDate: null,
      endDate: null,
    })
  })

  test('left alone change nothing', () => {
    const read = readValues(valuesOf(medication), context)
    expect(read.ok && changesOf(valuesOf(medication), read.value, context)).toEqual({})
  })

  test('changed in a text send that text only', () => {
    const read = readValues({ ...valuesOf(medication), dosage: '500 mg' }, context)
    expect(read.ok && changesOf(valuesOf(medication), read.value, context)).toEqual({ dosage: '500 mg' })
  })

  test('marked important, or not any more, send the mark only', () => {
    const marked = { ...medication, important: true }
    const [plain, important] = [readValues(valuesOf(medication), context), readValues(valuesOf(marked), context)]
    expect(important.ok && changesOf(valuesOf(medication), important.value, context)).toEqual({
      important: true,
    })
    expect(plain.ok && changesOf(valuesOf(marked), plain.value, context)).toEqual({ important: false })
  })

  test('with another barcode send the barcodes only', () => {
    const barcodes = ['09300675003261' as Gtin]
    const read = readValues({ ...valuesOf(medication), barcodes }, context)
    expect(read.ok && changesOf(valuesOf(medication), read.value, context)).toEqual({ barcodes })
    const emptied = readValues(valuesOf(medication), context)
    expect(emptied.ok && changesOf(valuesOf({ ...medication, barcodes }), emptied.value, context)).toEqual({
      barcodes: [],
    })
  })

  test('with other limits send the limits only', () => {
    const limits = { minHours: 4, maxIn24h: '8' as Amount }
    const read = readValues({ ...valuesOf(medication), minHours: '4', maxIn24h: ' 8 ' }, context)
    expect(read.ok && changesOf(valuesOf(medication), read.value, context)).toEqual({ limits })
    const emptied = readValues(valuesOf(medication), context)
    expect(emptied.ok && changesOf(valuesOf({ ...medication, limits }), emptied.value, context)).toEqual({
      limits: null,
    })
  })

  test.each<[Partial<MedicationValues>, keyof MedicationValues]>([
    [{ minHours: '0.1' }, 'minHours'],
    [{ minHours: '169' }, 'minHours'],
    [{ minHours: 'four' }, 'minHours'],
    [{ maxIn24h: '0' }, 'maxIn24h'],
    [{ maxIn24h: 'a few' }, 'maxIn24h'],
  ])('with the limits %o are refused', (typedLimits, field) => {
    expect(Object.keys(errorsOf(typedLimits) ?? {})).toEqual([field])
  })

  test('with other notices send the notices only, and none where there are no reminders', () => {
    const notices = { headsUp: 15, followUps: [30, 60] }
    const typedNotices = { headsUp: '15', followUps: [30, 60] }
    const read = readValues({ ...valuesOf(medication), ...typedNotices }, context)
    expect(read.ok && changesOf(valuesOf(medication), read.value, context)).toEqual({ notices })
    expect(valuesOf({ ...medication, notices })).toMatchObject(typedNotices)
    const emptied = readValues(valuesOf(medication), context)
    expect(emptied.ok && changesOf(valuesOf({ ...medication, notices }), emptied.value, context)).toEqual({
      notices: null,
    })
    const needed = readValues(typed({ ...typedNotices, kind: 'as-needed' }), TODAY)
    expect(needed).toMatchObject({ value: { notices: null } })
    expect(errorsOf({ followUps: [20, 30, 45, 60] })).toEqual({ followUps: 'Choose at most 3' })
  })

  test('of before there was the mark are not important', () => {
    expect(valuesOf({ ...medication, important: undefined, barcodes: undefined })).toMatchObject({
      important: false,
      barcodes: [],
    })
  })

  test('changed in a time send the plan as a whole', () => {
    const read = readValues({ ...valuesOf(medication), reminderTimes: '9:00' }, context)
    expect(read.ok && changesOf(valuesOf(medication), read.value, context)).toEqual({
      plan: {
        schedule: medication.schedule,
        reminderTimes: times('09:00'),
        startDate: null,
        endDate: null,
      },
    })
  })

  test('taken over for starting again leave the dates of the past behind', () => {
    const ended = sampleMedication({}, [{ startDate: day('2026-02-02'), endDate: day('2026-08-30') }])
    expect(valuesOfAgain(ended)).toMatchObject({
      name: 'Metformin XR',
      startDate: '',
      endDate: '',
      isOngoing: true,
    })
  })

  test('of an ended taper that is started again show the amounts it had beside its steps', () => {
    const [amounts, own] = [
      { unit: 'tablet', each: '2' as Amount },
      { unit: 'tablet', each: '1' as Amount },
    ]
    const daily = { schedule: { kind: 'daily' as const }, reminderTimes: times('08:00') }
    const steps = [
      { ...daily, days: 7, amounts: own },
      { ...daily, days: null },
    ]
    const again = valuesOfAgain(
      sampleMedication({}, [{ schedule: { kind: 'phases', steps }, reminderTimes: [], amounts }]),
    )
    expect(planOfValues({ ...again, startDate: '2026-11-20' }, TODAY)?.schedule).toEqual({
      kind: 'phases',
      steps: [steps[0], { ...steps[1], amounts }],
    })
  })

  test('are the same only when every one of them is', () => {
    expect(sameValues(typed(), typed())).toBe(true)
    expect(sameValues(typed(), typed({ days: [1] }))).toBe(false)
  })
})

test.each([
  ['name', 'name'],
  ['reminderTimes.0', 'reminderTimes'],
  ['schedule.days', 'kind'],
  ['somethingNew', 'name'],
])('an answer that blames %s marks the field %s', (blamed, field) => {
  expect(fieldOf(blamed)).toBe(field)
})

describe('strength and picture', () => {
  test.each([
    [
      { strengthAmount: '500', strengthUnit: ' mg ', strengthPer: 'tablet' },
      { amount: '500', unit: 'mg', per: 'tablet' },
    ],
    [
      { strengthAmount: '½', strengthUnit: 'mg', strengthPer: 'mL' },
      { amount: '0.5', unit: 'mg', per: 'mL' },
    ],
    [{}, null],
  ])('the strength %j', (values, strength) => {
    expect(readValues(typed(values), TODAY)).toMatchObject({ ok: true, value: { strength } })
  })

  test.each([
    [{ strengthAmount: '500' }, ['strengthUnit', 'strengthPer']],
    [{ strengthUnit: 'mg', strengthPer: 'tablet' }, ['strengthAmount']],
    [{ strengthAmount: 'much', strengthUnit: 'mg', strengthPer: 'tablet' }, ['strengthAmount']],
  ])('half a strength says what is missing: %j', (values, fields) => {
    expect(Object.keys(errorsOf(values) ?? {})).toEqual(fields)
  })

  test.each([
    [
      { lookShape: 'capsule', lookColour: 'red', lookSecond: 'yellow' },
      { shape: 'capsule', colours: ['red', 'yellow'] },
    ],
    [{ lookShape: 'round' }, { shape: 'round', colours: ['white'] }],
    [{ lookColour: 'red' }, null],
  ] as const)('the picture %j', (values, look) => {
    expect(readValues(typed(values), TODAY)).toMatchObject({ ok: true, value: { look } })
  })

  test('an edit says them only where they changed, and takes them away', () => {
    const base = typed({ strengthAmount: '500', strengthUnit: 'mg', strengthPer: 'tablet', lookShape: 'round' })
    const changed = (values: MedicationValues) => {
      const read = readValues(values, TODAY)
      return read.ok ? changesOf(base, read.value, TODAY) : read.error
    }
    expect(changed({ ...base, lookSecond: 'blue' })).toEqual({ look: { shape: 'round', colours: ['white', 'blue'] } })
    expect(changed(typed())).toEqual({ strength: null, look: null })
    expect(changed(base)).toEqual({})
  })

  test('the photo, beside the shape that was chosen before', () => {
    const base = typed({ lookShape: 'round', photo: RED_PHOTO })
    const read = (values: MedicationValues) => {
      const { value, error } = { value: null, error: null, ...readValues(values, TODAY) }
      return value ? changesOf(base, value, TODAY) : error
    }
    expect(readValues(base, TODAY)).toMatchObject({ ok: true, value: { photo: RED_PHOTO, look: { shape: 'round' } } })
    expect(read({ ...base, photo: '' })).toEqual({ photo: null })
    expect(read(base)).toEqual({})
    expect(valuesOf(sampleMedication({ photo: RED_PHOTO })).photo).toBe(RED_PHOTO)
  })
})

test('notices that are too many hold up nothing where a medicine has none', () => {
  const followUps = [20, 30, 45, 60]
  expect(Object.keys(errorsOf({ followUps }) ?? {})).toEqual(['followUps'])
  expect(readValues(typed({ followUps, kind: 'as-needed' }), TODAY)).toMatchObject({
    ok: true,
    value: { notices: null },
  })
})
