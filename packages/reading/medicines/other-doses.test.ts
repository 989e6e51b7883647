import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readMedication } from './medications.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate
const read = (text: string) => readMedication(text, TODAY)

describe('another dose on other days is no condition of need', () => {
  test.each([
    'warfarin 4 mg every day except Tuesdays and Fridays when I have 5 mg',
    'thyroxine 100 micrograms every day except Sundays when I take 150 micrograms',
    'marevan 3 mg daily except Saturday when it is 4 mg',
    'prednisone 10 mg every day but not Mondays when I only have 5 mg',
    'warfarin four milligrams every day except Mondays when I have three',
    'furosemide 40 mg every day except weekends when she takes half a tablet',
    'warfarin 4 mg Monday to Friday and weekends when I have 5 mg',
    'warfarin 5 mg every day except Thursdays when I get only 2.5 mg',
  ])('%s', (text) => {
    const { schedule, frequency, asks } = read(text)
    expect(schedule?.value.kind).not.toBe('as-needed')
    expect(frequency?.value).not.toBe('as needed')
    expect(asks.length).toBeGreaterThan(0)
  })

  test.each([
    'warfarin 4 mg every day but on Mondays and Fridays 5 mg',
    'prednisone 5 mg daily but on Sundays it is 10 mg',
    'thyroxine 100 micrograms every day but I take 150 micrograms on Saturdays',
  ])('days with another dose are not all days: %s', (text) => {
    expect(read(text).schedule?.confidence ?? 'guess').toBe('guess')
  })

  test.each([
    'ibuprofen 400 mg when I have a migraine',
    'ibuprofen 400 mg if I get 2 headaches',
    'ondansetron 4 mg when I feel sick',
    'cetirizine one tablet when my hay fever plays up',
  ])('not: %s', (text) => {
    expect(read(text).schedule).toMatchObject({ value: { kind: 'as-needed' }, confidence: 'sure' })
  })

  test.each([
    'sumatriptan 50 mg on Mondays and Fridays when I have a migraine',
    'melatonin 2 mg every day except weekends when I cannot sleep',
    'diazepam 2 mg Tuesdays if I am anxious',
    'frusemide 20 mg on Saturdays when I get swollen ankles',
  ])('a condition beside days of the week is asked: %s', (text) => {
    const { schedule, asks } = read(text)
    expect(schedule?.confidence ?? 'guess').toBe('guess')
    expect(asks.length).toBeGreaterThan(0)
  })
})

describe('a dose of the day that has no time is asked', () => {
  test.each([
    ['furosemide 40 mg one in the morning and one at noon', '12:00'],
    ['bumetanide 1 mg morning and midday', '12:00'],
    ['metformin 500 mg one at midday and one at night', '12:00'],
    ['methylphenidate 10 mg one in the morning and one at 12 noon', '12:00'],
    ['metoprolol 50 mg in the morning and at noon and in the evening', '12:00'],
  ])('%s', (text, time) => {
    const { reminderTimes, asks } = read(text)
    expect(reminderTimes.map(({ value }) => value)).toContain(time)
    expect(asks.join()).toMatch(/At which times is it taken\?/)
  })

  test.each([
    'furosemide 40 mg one at 8 am and one at noon',
    'lisinopril 10 mg in the morning',
    'metformin 500 mg morning and night',
    'ramipril 5 mg at midday',
    'metformin 500 mg at 8 in the morning and 9 at night',
  ])('not: %s', (text) => {
    expect(read(text).asks.join()).not.toMatch(/At which times is it taken\?/)
  })
})

describe('so long on and so long off leaves open the days', () => {
  test.each([
    'microgynon one tablet daily three weeks on one week off',
    'yasmin one tablet every day 21 days on 7 days off',
    'capecitabine 500 mg twice a day two weeks on one week off',
    'progesterone 200 mg at night 2 weeks on 2 weeks off',
    'palbociclib 125 mg daily for three weeks on and one week off',
    'evra one patch daily three weeks on then one off',
    'lenalidomide 10 mg every evening 21 days on, 7 off',
    'estradiol one tablet each morning three weeks on and a week off',
  ])('%s', (text) => {
    const { schedule, asks } = read(text)
    expect(schedule?.confidence ?? 'guess').toBe('guess')
    expect(asks.length).toBeGreaterThan(0)
  })

  test.each([
    'metformin 500 mg daily for three weeks',
    'metformin 500 mg daily I have been on it one week',
    'metformin 500 mg daily with Sundays off',
    'metformin 500 mg twice a day',
  ])('not: %s', (text) => {
    expect(read(text).schedule?.confidence).toBe('sure')
  })
})
