import { describe, expect, it } from 'vitest'
import { day } from '#domain/testing/samples.ts'
import { EMPTY_VALUES } from '../form-values.ts'
import { planValuesShape } from '../plan-values.ts'
import { readValues } from '../read-values.ts'
import { blamedStep, firstOpen, stepsOf } from './steps.ts'

const KINDS = planValuesShape.kind.options

describe('the questions', () => {
  it.each(KINDS)('name each field that can be wrong with %j, so that every error has a question', (kind) => {
    const broken = {
      ...EMPTY_VALUES,
      kind,
      name: 'x'.repeat(201),
      dosage: 'x'.repeat(201),
      instructions: 'x'.repeat(2001),
      frequency: 'x'.repeat(201),
      daysOn: 'many',
      everyHours: 'some',
      afterLast: 'some',
      reminderTimes: 'soon',
      each: 'one',
      left: 'some',
      minHours: 'four',
      maxIn24h: 'eight',
      startDate: '1500-01-01',
      endDate: '1500-01-01',
    }
    const read = readValues(broken, { today: day('2026-11-26'), kept: null })
    const errors = read.ok ? {} : read.error
    expect(Object.keys(errors).length).toBeGreaterThan(0)
    for (const [field, error] of Object.entries(errors))
      expect(blamedStep(stepsOf({ kind }, true), { [field]: error }), field).not.toBe(-1)
  })

  it.each<[(typeof KINDS)[number], boolean, string[]]>([
    ['daily', false, ['medicine', 'how often', 'when', 'until', 'more', 'review']],
    ['daily', true, ['medicine', 'how often', 'when', 'until', 'left', 'more', 'review']],
    ['as-needed', false, ['medicine', 'how often', 'when', 'until', 'more', 'review']],
    ['phases', true, ['medicine', 'how often', 'until', 'left', 'more', 'review']],
  ])('of %s, counted: %s, are %j', (kind, isCounted, names) => {
    expect(stepsOf({ kind }, isCounted).map(({ name }) => name)).toEqual(names)
  })

  it('begin where an answer is missing, and at the review if none is', () => {
    const steps = stepsOf({ kind: 'daily' }, false)
    expect(firstOpen(steps, { reminderTimes: 'At least one reminder time is required' })).toBe(2)
    expect(firstOpen(steps, {})).toBe(5)
  })
})
