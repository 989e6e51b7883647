import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readMedication } from './medications.ts'

/** A Wednesday. */
const TODAY = '2026-11-18' as LocalDate
const read = (text: string) => readMedication(`aspirin 100 mg ${text}`, TODAY)
const weekdays = (...days: number[]) => ({ kind: 'weekdays', days })

describe('what is excepted is not taken', () => {
  test.each([
    ['every day except thursday', weekdays(1, 2, 3, 5, 6, 7)],
    ['daily except on sundays', weekdays(1, 2, 3, 4, 5, 6)],
    ['every night apart from friday', weekdays(1, 2, 3, 4, 6, 7)],
    ['every day but sunday', weekdays(1, 2, 3, 4, 5, 6)],
    ['every day skip the weekend', weekdays(1, 2, 3, 4, 5)],
    ['every day with sundays off', weekdays(1, 2, 3, 4, 5, 6)],
    ['twice a day except on mondays', weekdays(2, 3, 4, 5, 6, 7)],
    ['in the evening but not on tuesdays or thursdays', weekdays(1, 3, 5, 6, 7)],
    ['monday to friday except wednesday', weekdays(1, 2, 4, 5)],
    ['on tuesdays not mondays', weekdays(2)],
  ])('%s', (text, schedule) => {
    const { schedule: said, startDate, endDate } = read(text)
    expect(said).toMatchObject({ value: schedule, confidence: 'sure' })
    expect({ startDate, endDate }).toEqual({ startDate: null, endDate: null })
  })

  test.each([
    ['in the morning not at night', 'morning'],
    ['one in the am and none in the pm', 'morning'],
    ['at night but never in the morning', 'night'],
    ['i dont take it at night i take it in the morning', 'morning'],
    ['at night no sorry in the morning', 'morning'],
    ['at night i used to take it in the morning', 'night'],
    ['i used to have it at bedtime now in the morning', 'morning'],
    ['every second day no every day', 'daily'],
  ])('%s: %s', (text, frequency) => {
    expect(read(text).frequency).toMatchObject({ value: frequency, confidence: 'sure' })
  })

  test.each([
    ['every day except when i work late', '“except when i work late”: on which days is it not taken?'],
    ['every other day except sunday', '“except sunday”: on which days is it not taken?'],
    ['not on sundays', '“not on sundays”: is it taken on all other days?'],
  ])('%s: a guess, and asked', (text, ask) => {
    const { frequency, schedule, asks } = read(text)
    expect([frequency?.confidence, schedule?.confidence]).toEqual(['guess', 'guess'])
    expect(asks).toContain(ask)
  })
})

describe('how often a day and on which days are two facts', () => {
  test.each([
    ['mondays wednesdays and fridays', 'every Monday, Wednesday, Friday', weekdays(1, 3, 5)],
    ['once a week on thursdays', 'weekly', weekdays(4)],
    ['once a week on saturday morning', 'weekly', weekdays(6)],
    ['twice a week on monday and thursday', 'twice a week', weekdays(1, 4)],
    ['twice a day on mondays and thursdays', 'twice', weekdays(1, 4)],
    ['once a day on fridays', 'every Friday', weekdays(5)],
    ['on weekdays and saturdays', 'daily except Sunday', weekdays(1, 2, 3, 4, 5, 6)],
    ['seven days a week', 'daily', { kind: 'daily' }],
  ])('%s', (text, frequency, schedule) => {
    expect(read(text)).toMatchObject({
      frequency: { value: frequency, confidence: 'sure' },
      schedule: { value: schedule, confidence: 'sure' },
      asks: [],
    })
  })

  test.each([
    ['every second friday', '2026-11-20', 14],
    ['alternate fridays', '2026-11-20', 14],
    ['fortnightly on a tuesday', '2026-11-24', 14],
    ['every 4 weeks on monday', '2026-11-23', 28],
    ['every second friday starting 1 december 2026', '2026-12-04', 14],
  ])('%s: counted from such a day, which is asked', (text, first, everyDays) => {
    const { schedule, startDate, asks } = read(text)
    expect(schedule).toMatchObject({
      value: { kind: 'interval', everyDays, anchorDate: first },
      confidence: 'guess',
    })
    expect(startDate).toMatchObject({ value: first, confidence: 'guess' })
    expect(asks).toHaveLength(1)
  })

  test('every second night is no every night, and nobody has said which', () => {
    expect(read('every second night')).toMatchObject({
      frequency: { value: 'every 2 days' },
      schedule: { value: { kind: 'interval', everyDays: 2 }, confidence: 'guess' },
    })
  })

  test('a span of a course is no schedule, and a schedule no course', () => {
    expect(read('from monday to friday three times a day')).toMatchObject({
      schedule: { value: { kind: 'daily' } },
      endDate: { value: '2026-11-27' },
    })
    expect(read('monday to friday')).toMatchObject({
      schedule: { value: weekdays(1, 2, 3, 4, 5) },
      endDate: null,
    })
  })

  test('days with amounts of their own are taken together on a guess', () => {
    expect(readMedication('warfarin five milligrams on weekdays and six milligrams on weekends', TODAY)).toMatchObject({
      frequency: { value: 'daily', confidence: 'guess' },
      schedule: { confidence: 'guess' },
    })
  })
})

describe('what no schedule counts is asked, never daily', () => {
  test.each([
    ['every six months', '“every six months” is no fixed number of days.'],
    ['once a year', '“once a year” is no fixed number of days.'],
    ['on the first monday of every month', '“on the first monday of every month” leaves open how often.'],
    ['21 days on 7 days off', '“21 days on 7 days off” leaves open how often.'],
    ['twice a week', 'On which days of the week?'],
    ['once', '“once”: once a day, or only this one time?'],
  ])('%s', (text, ask) => {
    const { schedule, asks } = read(text)
    expect(schedule).toBeNull()
    expect(asks).toEqual([expect.stringContaining(ask)])
  })

  test('a single dose ends on the day it is taken, which is asked', () => {
    expect(read('just one dose today')).toMatchObject({
      frequency: { value: 'once' },
      endDate: { value: TODAY, confidence: 'guess' },
      asks: ['“just one dose”: is it taken only once?'],
    })
  })

  test('where nothing was said about how often, that is asked', () => {
    expect(read('')).toMatchObject({
      frequency: null,
      schedule: null,
      asks: ['Is it taken every day? Nothing was said about how often.'],
    })
  })
})

describe('counts and limits', () => {
  test.each([
    ['2 tablets 4 a day', '4 times'],
    ['one capsule three per day', '3 times'],
    ['two doses a day', 'twice'],
    ['one a day', 'daily'],
    ['every 4 hours but no more than 8 in 24 hours', 'every 4 hours'],
  ])('%s: %s', (text, frequency) => {
    expect(read(text).frequency).toMatchObject({ value: frequency, confidence: 'sure' })
  })

  test.each([
    ['take 4 a day', '4 times', '“4 a day”: 4 times a day?'],
    ['two puffs a day', 'daily', '“two puffs a day”: all at once, or spread over the day?'],
    ['a few times a day', 'a few times a day', '“a few times a day” leaves open how often. How often is it taken?'],
    ['biweekly', 'every 2 weeks', '“biweekly” can be every 2 weeks or twice a week. Which is it?'],
  ])('%s: a guess, and asked', (text, frequency, ask) => {
    expect(read(text)).toMatchObject({ frequency: { value: frequency, confidence: 'guess' }, asks: [ask] })
  })

  test.each([['no more than four a day'], ['max 3 times daily'], ['4 a day at most'], ['not exceeding 8 puffs a day']])(
    '%s is a limit and no frequency',
    (text) => {
      expect(read(text)).toMatchObject({
        frequency: { value: 'as needed', confidence: 'guess' },
        schedule: { value: { kind: 'as-needed' }, confidence: 'guess' },
      })
      expect(read(`${text} when i need it`)).toMatchObject({
        frequency: { value: 'as needed', confidence: 'sure' },
        asks: [],
      })
    },
  )
})

describe('only when needed', () => {
  test.each([
    ['only when i cant sleep'],
    ['only when flying'],
    ['only if i have to fly'],
    ['sos'],
    ['when i get a headache not every day'],
    ['when the pain is bad'],
    ['if my back hurts'],
    ['at the first sign of a migraine may repeat after two hours'],
    ['whenever i get chest pain'],
  ])('%s', (text) => {
    expect(read(text)).toMatchObject({
      frequency: { value: 'as needed' },
      schedule: { value: { kind: 'as-needed' }, confidence: 'sure' },
    })
  })

  test.each([
    ['one tablet a day when my hay fever is bad', '“when my hay fever is bad”: is it taken only then?'],
    ['when flying', '“when flying”: is it taken only then?'],
    ['for headaches', '“for headaches”: is it taken only then?'],
  ])('%s: a guess, and asked', (text, ask) => {
    expect(read(text)).toMatchObject({
      schedule: { value: { kind: 'as-needed' }, confidence: 'guess' },
      asks: [ask],
    })
  })

  test.each([
    ['daily for headaches'],
    ['daily when i wake up'],
    ['every day when i have breakfast'],
    ['daily stop if you get a rash'],
    ['daily and call the doctor if the pain gets worse'],
    ['daily with food if it upsets my stomach'],
  ])('%s: daily', (text) => {
    expect(read(text)).toMatchObject({
      frequency: { value: 'daily', confidence: 'sure' },
      schedule: { value: { kind: 'daily' }, confidence: 'sure' },
    })
  })
})

describe('times that do not add up', () => {
  test('an interval and one time name the others, which is a guess', () => {
    expect(read('every twelve hours starting at seven am')).toMatchObject({
      reminderTimes: [
        { value: '07:00', confidence: 'sure' },
        { value: '19:00', words: 'every twelve hours', confidence: 'guess' },
      ],
      asks: ['“every twelve hours”: is that 7:00 AM, 7:00 PM?'],
    })
  })

  test.each([
    ['three times a day at 8 am', '“three times a day” needs 3 times of day, and 1 was said.'],
    ['every 4 hours from 6 am', '“every 4 hours” needs 6 times of day, and 1 was said.'],
  ])('%s: asked', (text, ask) => {
    expect(read(text).asks).toEqual([expect.stringContaining(ask)])
  })

  test('what holds for a while only is a guess', () => {
    expect(read('at night for a week then twice a day')).toMatchObject({
      frequency: { confidence: 'guess' },
      schedule: { confidence: 'guess' },
    })
  })
})

describe('all parts of the day that a list names are counted', () => {
  test.each([
    ['one in the morning one at lunchtime and two at night', '3 times'],
    ['one in the morning and one at midday', 'twice'],
    ['morning and lunchtime and teatime and bedtime', '4 times'],
    ['morning noon and night', '3 times'],
    ['morning and teatime', 'twice'],
    ['breakfast lunch and bedtime', '3 times'],
    ['when i wake up and at bedtime', 'twice'],
    ['with breakfast and at night', 'twice'],
    ['in the morning with breakfast and in the evening with dinner', 'twice'],
    ['one in the morning with food and one at night with food', 'twice'],
    ['in the morning not at lunch and at night', 'twice'],
    ['morning and night after meals', 'twice'],
    ['at night after dinner', 'night'],
    ['in the morning half an hour before breakfast', 'morning'],
    ['in the morning before lunch', 'morning'],
    ['after dinner', 'evening'],
    ['half an hour before breakfast', 'morning'],
  ])('%s: %s', (text, frequency) => {
    expect(read(text).frequency).toMatchObject({ value: frequency, confidence: 'sure' })
  })

  test.each([
    ['after meals and at bedtime', '“meals and at bedtime”: is that 4 times a day?'],
    ['at night and after each meal', '“night and after each meal”: is that 4 times a day?'],
  ])('%s: nobody has said how many meals there are', (text, ask) => {
    expect(read(text)).toMatchObject({ frequency: { value: '4 times', confidence: 'guess' }, asks: [ask] })
  })
})

describe('hours and days that are not every day', () => {
  test.each([
    ['every 48 hours', 'every 2 days', 2],
    ['72 hourly', 'every 3 days', 3],
    ['every 168 hours', 'every 7 days', 7],
  ])('%s: %s', (text, frequency, everyDays) => {
    expect(read(text)).toMatchObject({
      frequency: { value: frequency, confidence: 'sure' },
      schedule: { value: { kind: 'interval', everyDays } },
    })
  })

  test.each([['every 24 hours'], ['every 12 hours']])('%s: daily', (text) => {
    expect(read(text).schedule).toMatchObject({ value: { kind: 'daily' }, confidence: 'sure' })
  })

  test('every 36 hours is no day of a schedule, which is asked', () => {
    expect(read('every 36 hours')).toMatchObject({
      schedule: null,
      asks: [expect.stringContaining('is no fixed number of days')],
    })
  })

  test.each([
    ['daily on dialysis days', '“on dialysis days”'],
    ['once a day during hay fever season', '“during hay fever season”'],
    ['every day in spring', '“in spring”'],
    ['twice a day on my gym days', '“on my gym days”'],
    ['daily on odd days', '“on odd days”'],
  ])('%s: asked, and no schedule made up', (text, words) => {
    expect(read(text)).toMatchObject({ frequency: { confidence: 'guess' }, schedule: null })
    expect(read(text).asks).toEqual([`${words}: on which days is it taken?`])
  })

  test('school days are Monday to Friday on a guess', () => {
    expect(read('in the morning on school days')).toMatchObject({
      schedule: { value: weekdays(1, 2, 3, 4, 5), confidence: 'guess' },
      asks: ['“on school days”: is that Monday to Friday?'],
    })
  })

  test.each([
    ['on work days', weekdays(1, 2, 3, 4, 5)],
    ['daily during meals', { kind: 'daily' }],
    ['twice a day for the next few days', { kind: 'daily' }],
    ['every monday and nothing on the other days', weekdays(1)],
  ])('%s: no such days', (text, schedule) => {
    expect(read(text).schedule).toMatchObject({ value: schedule, confidence: 'sure' })
  })

  test.each([
    ['tuesday and thursday and 75 mg all the other days'],
    ['on sundays 75 mg the rest of the week'],
    ['mondays and fridays and 75 mg on the remaining days'],
  ])('%s: the days of one amount are not all days', (text) => {
    const { schedule, asks } = read(text)
    expect(schedule).toMatchObject({ value: { kind: 'daily' }, confidence: 'guess' })
    expect(asks.at(-1)).toMatch(/is it the same amount on all these days/)
  })

  test.each([
    ['four times a day for three days then only when i need it'],
    ['three times a day for a week and after that as needed'],
  ])('%s: not only when needed yet', (text) => {
    expect(read(text).schedule?.confidence).toBe('guess')
  })

  test.each([['3 tablets of it a day'], ['three tablets of prednisone daily']])(
    '%s: how many a day is no dose, which is asked',
    (text) => {
      expect(read(text).frequency).toMatchObject({ value: 'daily', confidence: 'guess' })
    },
  )
})
