import { describe, expect, it } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { ExtractedMedication } from '#domain/records/prescription.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { daysSentence, isDaysGuess, openingDays } from './review-days.ts'
import { isGuess, knownOf, leftText, openingValues, readReview } from './review-values.ts'

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
    frequency: { words: 'BD', confidence: 'sure' },
  },
  asks: [],
  ...changes,
})
const today = '2026-11-22' as LocalDate
const needsNoTimes = { needsTimes: false, today }

describe('what is left to look at', () => {
  it('counts guesses, questions and a missing name; what was corrected is no guess any more', () => {
    const guessed = found({ asks: ['.5 mg'] })
    const values = openingValues(guessed)
    expect(leftText(guessed, values, today)).toBe('2 things to check')
    expect(leftText(found(), { ...values, name: 'Apixaban 5' }, today)).toBe('Everything was read clearly')
    expect(leftText(guessed, { ...values, name: ' ' }, today)).toBe('1 thing to check, 1 thing to fill in')
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
    const rules = { needsTimes: true, today }
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

  it('is never rung for on days that nobody named: times wait until the days are chosen', () => {
    const patch = found({ frequency: 'twice a week', schedule: null })
    expect(openingValues(patch).days).toMatchObject({ kind: 'weekdays', days: [] })
    expect(read({ times: '8:00' }, patch)).toMatchObject({
      ok: false,
      error: { days: 'Choose at least one day', times: expect.stringContaining('Choose first how often') },
    })
    expect(read({ times: '8:00' }, found({ frequency: 'every 6 months', schedule: null }))).toMatchObject({
      ok: false,
      error: { days: 'Choose how often it is taken' },
    })
    const days = { kind: 'weekdays' as const, days: [1, 4], everyDays: 2 }
    expect(read({ times: '8:00', days }, patch)).toMatchObject({
      ok: true,
      value: { reminderTimes: ['08:00'], schedule: { kind: 'weekdays', days: [1, 4] } },
    })
  })

  it('without times the days may stay open, and none are made up', () => {
    const result = read({}, found({ frequency: 'every 6 months', schedule: null }))
    expect(result.ok && result.value.schedule).toBeUndefined()
    expect(result.ok).toBe(true)
  })

  it('keeps the day that the scan counts from; a new choice counts from today', () => {
    const anchorDate = '2026-11-01' as LocalDate
    const weekly = found({ schedule: { kind: 'interval', everyDays: 7, anchorDate } })
    expect(read({}, weekly)).toMatchObject({ value: { schedule: { everyDays: 7, anchorDate } } })
    const days = { kind: 'interval' as const, days: [], everyDays: 3 }
    expect(read({ days })).toMatchObject({ value: { schedule: { everyDays: 3, anchorDate: today } } })
  })
})

describe('how often, in one sentence', () => {
  it.each<[Schedule, string]>([
    [{ kind: 'daily' }, 'Every day.'],
    [{ kind: 'as-needed' }, 'Only when needed.'],
    [{ kind: 'weekdays', days: [1, 4] }, 'On Mon, Thu.'],
    [{ kind: 'interval', everyDays: 7, anchorDate: today }, 'Every 7 days, counted from Nov 22, 2026.'],
  ])('%o is %s', (schedule, sentence) => {
    expect(daysSentence(schedule)).toBe(sentence)
  })

  it('is a guess where its words are, or where the label does not say from which day it counts', () => {
    const guessOf = (changes: Partial<ExtractedMedication>) => {
      const one = found(changes)
      return isDaysGuess(one, one.schedule, openingDays(one))
    }
    const words = { words: 'dai1y', confidence: 'guess' as const }
    expect([
      guessOf({}),
      guessOf({ sources: { frequency: words } }),
      guessOf({ schedule: { kind: 'interval', everyDays: 7, anchorDate: today } }),
    ]).toEqual([false, true, true])
  })
})
