import { describe, expect, it } from 'vitest'
import type { ExtractedMedication } from '#domain/records/prescription.ts'
import { isGuess, knownOf, leftWords, openingValues, readReview } from './review-values.ts'

const found = (changes: Partial<ExtractedMedication> = {}): ExtractedMedication => ({
  name: 'Apixaban',
  dosage: '5 mg',
  frequency: 'Twice a day',
  instructions: 'BD',
  schedule: { kind: 'daily' },
  proposedTimes: [],
  sources: {
    name: { words: 'AP1XABAN', confidence: 'guess' },
    dosage: { words: '5 MG', confidence: 'sure' },
  },
  asks: [],
  ...changes,
})
const needsNoTimes = { needsTimes: false }

describe('what is left to look at', () => {
  it('counts guesses, questions and a missing name; what was corrected is no guess any more', () => {
    const guessed = found({ asks: ['.5 mg'] })
    const values = openingValues(guessed)
    expect(leftWords(guessed, values)).toBe('2 things to check')
    expect(leftWords(found(), { ...values, name: 'Apixaban 5' })).toBe('Everything was read clearly')
    expect(leftWords(guessed, { ...values, name: ' ' })).toBe('1 thing to check, 1 thing to fill in')
    expect([isGuess(guessed, values, 'name'), isGuess(guessed, values, 'dosage')]).toEqual([true, false])
  })
})

describe('what is already there', () => {
  it('is found by name and dosage as they stand in the fields, among what is still taken', () => {
    const taken = { name: 'apixaban', dosage: '5mg', isActive: true }
    const values = { ...openingValues(found()), dosage: '5mg' }
    expect(knownOf(values, [taken])).toBe(taken)
    expect(knownOf(values, [{ ...taken, isActive: false }])).toBeUndefined()
    expect(knownOf({ ...values, dosage: '10 mg' }, [taken])).toBeUndefined()
  })
})

describe('a medication as it was reviewed', () => {
  const read = (values: Partial<ReturnType<typeof openingValues>>, of = found(), rules = needsNoTimes) =>
    readReview(of, { ...openingValues(of), ...values }, rules)

  it('has the times that the person set and no others: those of the label are only offered', () => {
    const proposing = found({ proposedTimes: ['08:00'] as ExtractedMedication['proposedTimes'] })
    expect(read({}, proposing)).toMatchObject({ ok: true, value: { reminderTimes: [] } })
    expect(read({ times: '8 pm, 8:00' }, proposing)).toMatchObject({
      ok: true,
      value: { reminderTimes: ['08:00', '20:00'], schedule: { kind: 'daily' } },
    })
  })

  it('needs a name, and what is no time is quoted', () => {
    expect(read({ name: ' ', times: 'noonish' })).toEqual({
      ok: false,
      error: {
        name: 'Medication name is required',
        times: '“noonish” is not a time. Write it like 8:00 or 2:30 pm.',
      },
    })
  })

  it('only when needed stays so unless times are set; where times are needed it needs none', () => {
    const asNeeded = found({ schedule: { kind: 'as-needed' } })
    const rules = { needsTimes: true }
    expect(read({}, asNeeded, rules)).toMatchObject({ ok: true, value: { schedule: { kind: 'as-needed' } } })
    expect(read({ times: '8:00' }, asNeeded)).toMatchObject({
      ok: true,
      value: { schedule: { kind: 'daily' } },
    })
    expect(read({}, found(), rules)).toMatchObject({
      ok: false,
      error: { times: 'At least one reminder time is required' },
    })
  })
})
