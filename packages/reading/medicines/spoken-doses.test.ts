import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readMedication } from './medications.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

const marked = (fact: { value: string; confidence: string } | null): string | null =>
  fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
const read = (text: string) => {
  const { name, dosage, frequency, reminderTimes, startDate, endDate, asks } = readMedication(text, TODAY)
  return {
    name: marked(name),
    dosage: marked(dosage),
    frequency: marked(frequency),
    times: reminderTimes.map(marked),
    dates: [marked(startDate), marked(endDate)],
    asks,
  }
}

describe('times beside a list of parts of the day belong to one part each', () => {
  test.each([
    ['epilim 500 mg morning and evening, at 8 and 8', ['08:00', '20:00']],
    ['keppra 500 mg morning and night at 7 and 10', ['07:00', '22:00']],
    ['metformin 500 mg at 8 and 8 morning and evening', ['08:00', '20:00']],
    ['metformin in the morning and in the evening at half past 7 and 6', ['07:30', '18:00']],
    ['lasix 40 mg morning and afternoon at 8 and 2', ['08:00', '14:00']],
    ['eye drops morning, afternoon and night at 7, 3 and 11', ['07:00', '15:00', '23:00']],
    ['inhaler morning and night at 8', ['08:00?', '20:00?']],
  ])('%s: %j', (text, times) => {
    expect(read(text).times).toEqual(times)
  })

  test.each([
    ['metformin 500 mg at 8 in the morning and 9 at night', ['08:00', '21:00?']],
    ['symbicort at 8 in the morning and at night', ['08:00']],
    ['insulin glargine 20 units at ten at night, every night', ['22:00']],
  ])('%s has its own parts: %j', (text, times) => {
    expect(read(text).times).toEqual(times)
  })
})

describe('times that follow each other through the day are no amounts, and are as often as they are', () => {
  test.each([
    [
      'one capsule of madopar at 7 in the morning, 11 in the morning, 3 in the afternoon and 7 in the evening',
      '4 times',
      ['07:00', '11:00', '15:00', '19:00'],
    ],
    [
      'sinemet one tablet 6 in the morning, 10 in the morning, 2 in the afternoon and 10 at night',
      '4 times',
      ['06:00', '10:00', '14:00', '22:00'],
    ],
    ['drops at 8 in the morning, 4 in the afternoon and 8 at night', '3 times', ['08:00', '16:00', '20:00']],
  ])('%s: %s', (text, frequency, times) => {
    expect(read(text)).toMatchObject({ frequency, times, asks: [] })
  })

  test('units may be any number at a time', () => {
    const text = 'insulin 6 units at 8 in the morning, 4 in the afternoon and 8 at night'
    expect(read(text).asks.length).toBeGreaterThan(0)
  })
})

test.each([
  ['pregabalin 75 mg twice a day, eight in the morning and eight at night', ['08:00', '20:00'], 0],
  ['pregabalin 75 mg, seven in the morning and nine at night', ['07:00?', '21:00?'], 2],
  ["lisinopril 10 mg, it's eight in the morning now", ['08:00?'], 1],
])('one hour that is said for two parts of the day is no amount: %s: %j', (text, times, asks) => {
  expect(read(text).times).toEqual(times)
  expect(read(text).asks).toHaveLength(asks)
})

describe('a meal tells the half of the day', () => {
  test.each([
    ['remind me at half one for the lunchtime tablet repaglinide 1 mg', ['13:30?']],
    ['creon with lunch at 1', ['13:00?']],
    ['aspirin 100 mg with dinner at 7', ['19:00?']],
    ['pantoprazole 40 mg at 7 before breakfast', ['07:00?']],
    ['creon with lunch at half eleven', ['11:30?']],
  ])('%s: %j', (text, times) => {
    expect(read(text).times).toEqual(times)
  })

  test.each([
    ['pepcid one tablet daily after lunch at two in the afternoon', 'daily'],
    ['pepcid with dinner at seven in the evening', 'evening'],
    ['metformin 1 in the morning 1 at lunch and 2 at night', '3 times'],
    ['pepcid at lunch and in the evening', 'twice'],
  ])('%s: %s', (text, frequency) => {
    expect(read(text).frequency).toBe(frequency)
  })
})

test.each([
  ['it was supposed to be nine am but lets say ten thirty am aspirin 100 mg', ['10:30']],
  ['it was meant to be 8 pm but I sleep early so make it 7 30 pm, melatonin 2 mg', ['19:30']],
  ['aspirin is supposed to be at nine am', ['09:00']],
  ['I am supposed to take metformin at 8 am and at 8 pm', ['08:00', '20:00']],
])('what was planned does not hold where something else is said instead: %s: %j', (text, times) => {
  expect(read(text).times).toEqual(times)
})

describe('what is finished on a day ends then', () => {
  test.each([
    ["I'm to finish my prednisolone on the twentieth of December, 5 mg a day", '2026-12-20'],
    ['I finish the amoxicillin tablets on Friday, 500 mg three times a day', '2026-11-27?'],
    ['complete the course of doxycycline 100 mg daily on 9 december', '2026-12-09'],
    ['the last tablet of doxycycline 100 mg is on the 1st of december, one daily', '2026-12-01'],
  ])('%s: until %s', (text, end) => {
    expect(read(text).dates).toEqual([null, end])
  })

  test.each([
    ['stop smoking then start champix 1 mg on the 5th of december', ['2026-12-05', null]],
    ['finish with food, amoxicillin 500 mg starting on the 5th of december', ['2026-12-05', null]],
    ['I finished the old ramipril on the 3rd and now take candesartan 8 mg daily', [null, null]],
  ])('%s: %j', (text, dates) => {
    expect(read(text).dates).toEqual(dates)
  })

  test.each([
    ['clarithromycin 500 mg twice a day from tonight, fourteen tablets so a week', '2026-11-26'],
    ["trimethoprim 200 mg twice a day from today, that's 3 days", '2026-11-22'],
    ['fluconazole 50 mg daily from today, the box lasts 2 weeks', '2026-12-03'],
  ])('what lasts so long: %s: until %s', (text, end) => {
    expect(read(text).dates[1]).toBe(end)
  })

  test.each([
    ['so a week ago I started ramipril 5 mg daily'],
    ["ramipril 5 mg that's a week now"],
    ['omeprazole 20 mg so 1 day at a time'],
  ])('%s: no end', (text) => {
    expect(read(text).dates[1]).toBeNull()
  })
})

describe('how many are counted, before or behind the name', () => {
  test.each([
    ['my magnesium tablets i have two at night before bed', '2 tablets?'],
    ['I take two Senokot tablets at night', '2 tablets'],
    ['he has one Losec capsule before breakfast', '1 capsule'],
    ['mum takes two water tablets in the morning', '2 tablets?'],
    ['take half of the bisoprolol tablet at night', '0.5 tablet'],
    ['calcium tablets adcal d one a day', '1 tablet?'],
    ['metformin 500 mg tablets i take two twice a day', '500 mg, 2 tablets'],
  ])('%s: %s', (text, dosage) => {
    expect(read(text).dosage).toBe(dosage)
  })

  test.each([
    ['I have 2 Senokot tablets left'],
    ['take one before breakfast tablets metformin'],
    ['there are two losec capsules in the box'],
    ['spironolactone tablets every other day 1 in the morning'],
    ['senna tablets i take at 2 in the afternoon'],
    ['senna tablets for 2 weeks in the morning'],
  ])('%s: none', (text) => {
    expect(read(text).dosage).toBeNull()
  })
})

describe('a number that holds now', () => {
  test.each([
    ['toujeo used to be 30 units but the nurse says 34 now', '34 units?'],
    ['was on 5 mg of ramipril, now 10 daily', '10 mg?'],
    ["I used to take 20 mg of citalopram and now I'm on 30 every morning", '30 mg?'],
    ['ramipril 5 mg, I am 34 now', '5 mg'],
    ['used to take 5 mg amlodipine at night, at 9 now', '5 mg'],
    ['ramipril was 5 mg, now twice a day', '5 mg'],
  ])('%s: %s', (text, dosage) => {
    expect(read(text).dosage).toBe(dosage)
  })
})

describe('a kind of medicine is not the name where its product is said', () => {
  test.each([
    ["it's the insulin, Toujeo, 30 units at night", 'Toujeo'],
    ['insulin lantus 20 units at night', 'lantus'],
    ['calcium tablets adcal d one a day', 'adcal d'],
    ['calcium tablets osteomil d one a day', 'osteomil d?'],
    ['the iron one called Feospan once daily', 'Feospan'],
    ['not the hundred the fifty microgram one of eltroxin in the morning', 'eltroxin'],
  ])('%s: %s', (text, name) => {
    expect(read(text).name).toBe(name)
  })

  test.each([
    ['insulin, metformin 500 mg twice a day', 'insulin'],
    ['i take insulin 20 units at night', 'insulin'],
    ['iron tablets one a day', 'iron'],
    ['calcium and vitamin d daily', 'calcium'],
  ])('%s: %s', (text, name) => {
    expect(read(text).name).toBe(name)
  })
})

test.each([
  ['Keppra 750, twice daily', '750'],
  ['Telfast 180. Every day', '180'],
  ['lipitor 20', '20'],
  ['trazodone 100 at bedtime', '100'],
])('a strength without a unit is asked before a pause too: %s', (text, strength) => {
  expect(read(text).asks.join()).toContain(`“${strength}” was said without a unit`)
})

describe('how many of a strength are never dropped without a word', () => {
  test.each([
    ['metoprolol half a fifty milligram tablet morning and night', '0.5 tablet'],
    ['take 3 of the 2.5 milligram methotrexate tablets every monday', '3 tablets'],
    ['take 2 x 50 mg tablets of atenolol daily', '2 tablets'],
    ['two of the 500 milligram paracetamol daily', '500 mg?'],
    ['half of 50 mg atenolol at night', '50 mg?'],
    ['gabapentin three hundred milligrams one capsule in the morning two at night', '300 mg?'],
  ])('%s: %s, and asked', (text, dosage) => {
    const said = read(text)
    expect(said.dosage).toBe(dosage)
    expect(said.asks).toHaveLength(1)
  })

  test.each([
    ['buscopan 10 mg tablets two of them four times daily', '10 mg, 2 tablets'],
    ['gabapentin 300 mg two capsules in the morning two at night', '300 mg, 2 capsules'],
    ['gabapentin 300 mg one capsule in the morning and one at night', '300 mg'],
    ['level 2 of the 50 mg atenolol daily', '50 mg?'],
  ])('%s: %s', (text, dosage) => {
    expect(read(text).dosage).toBe(dosage)
  })
})

test.each([
  ['methotrexate 10 mg every Monday, folic acid on Fridays', 'every Monday', 1],
  ['methotrexate 10 mg on Mondays with folic acid', 'every Monday', 0],
])('a day of its own is of the second medicine: %s: %s', (text, frequency, asks) => {
  expect(read(text).frequency).toBe(frequency)
  expect(read(text).asks).toHaveLength(asks)
})

test('a dose that goes up later holds only for a while, and is asked', () => {
  const { dosage, asks } = read('start at 25 mg of lamotrigine once daily and go up to 50 after two weeks')
  expect(dosage).toBe('25 mg?')
  expect(asks.join()).toContain('Something else comes after “25 mg”')
})
