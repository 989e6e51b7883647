import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { LocalDateTime } from '../lib/local-time.ts'
import { addMedicationBody, editMedicationBody } from '../protocol/medications.ts'
import { type Plan, planOf } from '../schedule/plan.ts'
import { planProblem } from '../schedule/plan-problem.ts'
import type { Step } from '../schedule/schedule.ts'
import { at, day, instant, METFORMIN, SYDNEY, sampleMedication, samplePlan, times } from '../testing/samples.ts'
import { isActive, isSameMedicine } from './medication.ts'
import { listedMedicationSchema, medicationSchema } from './medication-schema.ts'

const body = { name: 'Metformin XR', reminderTimes: ['08:00'] }
const firstProblem = (value: unknown) => addMedicationBody.safeParse(value).error?.issues[0]

describe('a plan', () => {
  const asNeeded: Partial<Plan> = { schedule: { kind: 'as-needed' }, reminderTimes: [] }
  const upsideDown: Partial<Plan> = { startDate: day('2026-11-21'), endDate: day('2026-11-20') }
  const oneDay: Partial<Plan> = { startDate: day('2026-11-20'), endDate: day('2026-11-20') }

  const every8: Plan['schedule'] = {
    kind: 'hours',
    everyHours: 8,
    anchor: '2026-11-20T07:00' as LocalDateTime,
    window: null,
  }
  const waking: Plan['schedule'] = { ...every8, window: { from: '08:00' as never, to: '20:00' as never } }
  const tablets: Plan['amounts'] = { unit: 'tablet', each: '1' as Amount }
  const steps = (...all: Partial<Step>[]): Partial<Plan> => ({
    startDate: day('2026-11-20'),
    reminderTimes: [],
    schedule: {
      kind: 'phases',
      steps: all.map((step) => ({ days: 5, schedule: { kind: 'daily' }, reminderTimes: times('08:00'), ...step })),
    },
  })

  it.each<[string, Partial<Plan>, keyof Plan | null]>([
    ['of hours with times beside it', { schedule: every8 }, 'reminderTimes'],
    ['of hours', { schedule: every8, reminderTimes: [] }, null],
    [
      'of days of the month without times',
      { schedule: { kind: 'monthly', daysOfMonth: [1] }, reminderTimes: [] },
      'reminderTimes',
    ],
    ['with an amount for one of its times', { amounts: { ...tablets, byTime: { '08:00': '2' as Amount } } }, null],
    ['with an amount for a time it lacks', { amounts: { ...tablets, byTime: { '09:00': '2' as Amount } } }, 'amounts'],
    [
      'of hours with an amount for a time of its window',
      { schedule: waking, reminderTimes: [], amounts: { ...tablets, byTime: { '16:00': '2' as Amount } } },
      null,
    ],
    [
      'of elapsed hours with an amount for a time',
      { schedule: every8, reminderTimes: [], amounts: { ...tablets, byTime: { '16:00': '2' as Amount } } },
      'amounts',
    ],
    ['of steps', steps({}, { days: null, schedule: every8, reminderTimes: [] }), null],
    ['of steps without a start', { ...steps({}), startDate: null }, 'startDate'],
    ['of steps with times beside them', { ...steps({}), reminderTimes: times('08:00') }, 'reminderTimes'],
    ['of a step without times', steps({ reminderTimes: [] }), 'schedule'],
    ['of steps counted in two units', steps({ amounts: tablets }, { amounts: { ...tablets, unit: 'mL' } }), 'amounts'],
    ['daily with times', {}, null],
    ['of a single day', oneDay, null],
    ['with an end only', { endDate: day('2020-01-01') }, null],
    ['only when needed', asNeeded, null],
    ['daily without times', { reminderTimes: [] }, 'reminderTimes'],
    ['weekly without times', { schedule: { kind: 'weekdays', days: [1] }, reminderTimes: [] }, 'reminderTimes'],
    ['only when needed, with times', { schedule: { kind: 'as-needed' } }, 'reminderTimes'],
    ['ending before it starts', upsideDown, 'endDate'],
    ['only when needed, ending before it starts', { ...asNeeded, ...upsideDown }, 'endDate'],
  ])('%s: the field to blame is %s', (_what, plan, field) => {
    expect(planProblem(samplePlan(plan))?.field ?? null).toBe(field)
  })

  it('of a medication is its schedule, times and dates', () => {
    expect(planOf(sampleMedication())).toEqual(samplePlan())
  })
})

describe('an active medication', () => {
  const active = (fields: Parameters<typeof sampleMedication>[0], plan: Partial<Plan>, now: string, zone = SYDNEY) =>
    isActive(sampleMedication(fields, [plan]), at(now, zone), zone)

  it('has no end date, or one that is today or later in the plan zone', () => {
    expect(active({}, {}, '2099-01-01 00:00')).toBe(true)
    expect(active({}, { endDate: day('2026-11-20') }, '2026-11-20 23:59')).toBe(true)
    expect(active({}, { endDate: day('2026-11-20') }, '2026-11-21 00:00')).toBe(false)
    const lastMinute = at('2026-11-20 23:59', 'America/New_York')
    const medication = sampleMedication({}, [{ endDate: day('2026-11-20') }])
    expect(isActive(medication, lastMinute, 'America/New_York')).toBe(true)
    expect(isActive(medication, lastMinute, SYDNEY)).toBe(false)
  })

  it('has not been stopped by the person', () => {
    expect(active({ stoppedAt: instant('2026-11-19 00:00') }, {}, '2026-11-20 00:00')).toBe(false)
  })

  it('may start in the future', () => {
    expect(active({}, { startDate: day('2030-01-01') }, '2026-11-20 00:00')).toBe(true)
  })
})

describe('the same medicine', () => {
  const pair = fc.record({ name: fc.string(), dosage: fc.string() })

  it('is a matter of both sides, and every medicine is the same as itself in capitals and spaces', () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        expect(isSameMedicine(a, b)).toBe(isSameMedicine(b, a))
        expect(isSameMedicine(a, { name: `  ${a.name}\t`, dosage: ` ${a.dosage}` })).toBe(true)
      }),
    )
    expect(isSameMedicine({ name: 'aspirin', dosage: '100mg' }, { name: 'ASPIRIN', dosage: '100 MG' })).toBe(true)
  })
})

describe('the body of POST /api/medications', () => {
  it('needs a name and times; the rest has defaults', () => {
    expect(addMedicationBody.parse(body)).toEqual({
      ...body,
      dosage: '',
      frequency: '',
      instructions: '',
      important: false,
      startDate: null,
      endDate: null,
      schedule: { kind: 'daily' },
      allowDuplicate: false,
    })
  })

  it('trims texts, takes null for empty, sorts times and keeps each once', () => {
    const given = {
      ...body,
      name: '  Metformin XR ',
      dosage: null,
      frequency: null,
      instructions: ' with food ',
      reminderTimes: ['20:00', '08:00', '20:00'],
    }
    expect(addMedicationBody.parse(given)).toMatchObject({
      name: 'Metformin XR',
      dosage: '',
      frequency: '',
      instructions: 'with food',
      reminderTimes: ['08:00', '20:00'],
    })
  })

  it('asks for the name in the specification’s words', () => {
    expect(firstProblem({ ...body, name: '' })?.message).toBe('Medication name is required')
    expect(firstProblem({ ...body, name: ' \t ' })?.message).toBe('Medication name is required')
  })

  it.each<[string, Record<string, unknown>]>([
    ['id', { id: 'one' }],
    ['name', { name: 7 }],
    ['name', { name: 'x'.repeat(201) }],
    ['dosage', { dosage: 'x'.repeat(201) }],
    ['frequency', { frequency: 'x'.repeat(201) }],
    ['instructions', { instructions: 'x'.repeat(2001) }],
    ['reminderTimes', { reminderTimes: '08:00' }],
    ['reminderTimes.1', { reminderTimes: ['08:00', 'noon'] }],
    ['reminderTimes.0', { reminderTimes: ['24:00'] }],
    ['reminderTimes', { reminderTimes: Array.from({ length: 25 }, () => '08:00') }],
    ['startDate', { startDate: '2026-02-30' }],
    ['endDate', { endDate: '20.11.2026' }],
    ['schedule.kind', { schedule: { kind: 'hourly' } }],
    ['createdAt', { createdAt: 'now' }],
  ])('names the field to blame: %s', (field, bad) => {
    expect(firstProblem({ ...body, ...bad })?.path.join('.')).toBe(field)
  })

  it.each(['name', 'dosage', 'frequency', 'instructions'])('says what cannot be stored in %s', (field) => {
    expect(firstProblem({ ...body, [field]: 'a\u0000' })).toMatchObject({
      path: [field],
      message: 'must not contain NUL characters',
    })
    expect(firstProblem({ ...body, [field]: '\ud800' })).toMatchObject({
      path: [field],
      message: 'must not contain half of a character (a lone surrogate)',
    })
  })

  it('may be as long as its limits', () => {
    const long = { name: 'x'.repeat(200), dosage: 'x'.repeat(200), instructions: 'x'.repeat(2000) }
    expect(firstProblem({ ...body, ...long })).toBeUndefined()
  })

  it('with an unknown field is refused, not cut', () => {
    expect(firstProblem({ ...body, colour: 'white' })).toMatchObject({
      code: 'unrecognized_keys',
      keys: ['colour'],
    })
  })
})

describe('the body of PATCH /api/medications/{id}', () => {
  it('may carry any part, and adds nothing that was not sent', () => {
    expect(editMedicationBody.parse({})).toEqual({})
    expect(editMedicationBody.parse({ dosage: null })).toEqual({ dosage: '' })
    expect(editMedicationBody.parse({ endDate: null, stoppedAt: null })).toEqual({
      endDate: null,
      stoppedAt: null,
    })
    expect(editMedicationBody.parse({ important: true })).toEqual({ important: true })
    expect(editMedicationBody.parse({ reminderTimes: ['08:00'] })).toEqual({ reminderTimes: times('08:00') })
  })

  it('refuses an empty name and unknown fields', () => {
    expect(editMedicationBody.safeParse({ name: ' ' }).error?.issues[0]?.path).toEqual(['name'])
    expect(editMedicationBody.safeParse({ isActive: false }).success).toBe(false)
  })
})

describe('a medication in an answer', () => {
  it('comes back whole', () => {
    const medication = sampleMedication({ stoppedAt: instant('2026-11-20 11:00') }, [{}, { from: '2026-11-10 00:00' }])
    const wire: unknown = JSON.parse(JSON.stringify({ ...medication, isActive: false }))
    expect(listedMedicationSchema.parse(wire)).toEqual({ ...medication, isActive: false })
    expect(medicationSchema.parse(wire)).toEqual(medication)
  })

  it('from before there was the mark is not important in a list, and does not know in a record that is given back', () => {
    const { important: _, ...older } = sampleMedication()
    expect(listedMedicationSchema.parse({ ...older, isActive: true }).important).toBe(false)
    expect(medicationSchema.parse(older)).not.toHaveProperty('important')
  })

  it('comes with its barcodes, or without: there were none once', () => {
    const coded = { ...sampleMedication(), barcodes: ['09300675003261'], isActive: true }
    expect(listedMedicationSchema.parse(coded).barcodes).toEqual(['09300675003261'])
    expect(listedMedicationSchema.parse({ ...coded, barcodes: undefined }).barcodes).toBeUndefined()
    for (const wrong of [['09300675003262'], Array.from({ length: 21 }, () => '09300675003261')])
      expect(medicationSchema.safeParse({ ...coded, barcodes: wrong }).success).toBe(false)
  })

  it('without any version is refused', () => {
    const result = medicationSchema.safeParse({ ...sampleMedication(), id: METFORMIN, versions: [] })
    expect(result.error?.issues[0]?.path).toEqual(['versions'])
  })
})
