import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readApart, readPlan } from './read-plan.ts'

/** `25x5` is 25 for 5 days, `100` goes on. */
const steps = (text: string) => {
  const read = readPlan(text).steps?.value
  return read
    ? [read.unit, ...read.steps.map(({ amount, days }) => (days === null ? amount : `${amount}x${days}`))]
    : null
}

describe('a taper', () => {
  it.each([
    ['prednisolone 25 mg, 5 days, then down by 5 every 5 days', ['mg', '25x5', '20x5', '15x5', '10x5', '5x5']],
    [
      'prednisolone 25 mg for five days, then reduce by five milligrams every 5 days until you stop',
      ['mg', '25x5', '20x5', '15x5', '10x5', '5x5'],
    ],
    ['prednisone start with 40 mg and reduce by 10 mg every 3 days until 10 mg', ['mg', '40x3', '30x3', '20x3', '10']],
    ['sertraline 50 mg, increase by 25 mg every week up to 100 mg', ['mg', '50x7', '75x7', '100']],
    ['Prednisolone 20 mg for 5 days, then 15 mg for 5 days, then 10 mg for a week', ['mg', '20x5', '15x5', '10x7']],
    [
      'lamotrigine 25 mg once a day for two weeks, then 50 mg once a day for two weeks, then 100 mg a day',
      ['mg', '25x14', '50x14', '100'],
    ],
    [
      'nicotine patch 21 mg for 6 weeks then 14 mg for 2 weeks then 7 mg for 2 weeks then stop',
      ['mg', '21x42', '14x14', '7x14'],
    ],
    [
      'prednisolone two tablets for a week, then one tablet for a week, then half a tablet for a week',
      ['tablet', '2x7', '1x7', '0.5x7'],
    ],
    ['dexamethasone 2.5 mg for 3 days followed by 1½ mg for 3 days', ['mg', '2.5x3', '1.5x3']],
  ])('%s', (text, read) => {
    expect(steps(text)).toEqual(read)
  })

  it.each([
    ['another medicine between them', 'amoxicillin 500 mg for 7 days and ibuprofen 200 mg for 5 days'],
    ['one step', 'metformin 500 mg for 2 weeks'],
    ['up without an end', 'sertraline 50 mg, increase by 25 mg every week'],
    ['an end that the steps do not meet', 'prednisolone 25 mg, down by 10 mg every week to 10 mg'],
    ['two units', 'prednisolone 20 mg for 5 days, then 2 tablets for 5 days'],
    ['no unit at all', 'prednisolone 20 for 5 days, then 15 for 5 days'],
    ['a step without days before the last', 'prednisolone 20 mg, then 15 mg, then 10 mg for 5 days'],
    ['what comes then is no dose', 'metformin 500 mg for 5 days, then come back'],
    ['an amount that is finer than a thousandth', 'levothyroxine 0.0255 mg for 5 days, then 0.05 mg for 5 days'],
    ['what comes then is a rest', 'estradiol 2 mg for 2 weeks, then 3 weeks off'],
    ['what comes then is a time', 'metformin 500 mg for 5 days, then 3 times a day'],
    ['what comes then is an hour', 'metformin 500 mg for 5 days, then 8 am'],
  ])('is not made up: %s', (_, text) => {
    expect(steps(text)).toBeNull()
  })
})

describe('amounts in turn', () => {
  it.each([
    ['warfarin 5 and 4 mg in turn', 'mg', ['5', '4']],
    ['warfarin 5, 4 and 3 mg in turn', 'mg', ['5', '4', '3']],
    ['warfarin alternating 5 mg and 4 mg', 'mg', ['5', '4']],
    ['warfarin 5 mg and 4 mg on alternate days', 'mg', ['5', '4']],
    ['warfarin 5 mg one day and 4 mg the next', 'mg', ['5', '4']],
    ['half a tablet one day, one tablet the next day', 'tablet', ['0.5', '1']],
  ])('%s', (text, unit, amounts) => {
    expect(readPlan(text).inTurn?.value).toEqual({ unit, amounts })
  })

  it.each(['warfarin 5 mg and 4 mg', 'warfarin 5 mg on alternate days', 'warfarin 5 mg and 1 tablet in turn'])(
    'are not made up: %s',
    (text) => {
      expect(readPlan(text).inTurn).toBeNull()
    },
  )
})

describe('kinds that no days and times can say', () => {
  it.each([
    ['fentanyl patch every 72 hours', { kind: 'hours', everyHours: 72, from: null, to: null }],
    ['eye drops every 2 hours from 8 am to 8.30 p.m.', { kind: 'hours', everyHours: 2, from: '08:00', to: '20:30' }],
    ['eye drops every two hours between 8:00 and 20:00', { kind: 'hours', everyHours: 2, from: '08:00', to: '20:00' }],
    ['every 2 hours from 8 to 8', { kind: 'hours', everyHours: 2, from: null, to: null }],
    ['ibuprofen 8 hours after the last one', { kind: 'after-taken', hours: 8, days: null }],
    ['the injection 14 days after the last dose', { kind: 'after-taken', hours: null, days: 14 }],
    ['alendronate on the first of every month', { kind: 'monthly', daysOfMonth: [1] }],
    ['B12 on the 1st and the 15th of each month', { kind: 'monthly', daysOfMonth: [1, 15] }],
    ['the patch on the last day of the month', { kind: 'monthly', daysOfMonth: [-1] }],
    ['the pill 3 weeks on, one week off', { kind: 'cycle', daysOn: 21, daysOff: 7 }],
  ])('%s', (text, kind) => {
    expect(readPlan(text).kind?.value).toEqual(kind)
  })

  it.each(['every 100 hours', 'every 1.25 hours', 'on the 32nd of every month', '400 days on and 7 days off'])(
    'none: %s',
    (text) => {
      expect(readPlan(text).kind).toBeNull()
    },
  )
})

describe('the hours between two doses at least', () => {
  it('are read with what makes them a limit', () => {
    expect(readApart('paracetamol two tablets, at least four hours apart')?.value).toBe(4)
    expect(readApart('paracetamol every 4 hours')).toBeNull()
  })
})

describe('what is left to read', () => {
  it('is everything else, each word in its place', () => {
    const text = 'warfarin five and four mg in turn at 6 pm'
    const { inTurn, rest } = readPlan(text)
    expect(inTurn?.words).toBe('five and four mg in turn')
    expect(rest).toBe(`warfarin ${' '.repeat('five and four mg in turn'.length)} at 6 pm`)
  })

  it('is the text itself, whatever was said, where nothing of this kind was', () => {
    const words = fc.constantFrom(
      'then',
      '5',
      'mg',
      'for',
      'days',
      'every',
      'in turn',
      ',',
      'tablet',
      'down by',
      'on',
      'the',
      'of',
      'month',
      'half',
      'a',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (said) => {
        const text = said.join(' ')
        const { rest, steps, inTurn, kind } = readPlan(text)
        expect(rest).toHaveLength(text.length)
        if (!steps && !inTurn && !kind) expect(rest).toBe(text)
        for (const { days } of steps?.value.steps.slice(0, -1) ?? []) expect(days).toBeGreaterThan(0)
      }),
    )
  })
})
