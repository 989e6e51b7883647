import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readDirections } from '../directions/read-directions.ts'
import { readMedication } from './medications.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate
const read = (text: string) => readMedication(text, TODAY)

describe('a spoken strength before a spoken count is no part of the count', () => {
  test.each([
    ['calcium carbonate six hundred one tablet with dinner', '1 tablet', 'six hundred'],
    ['crocin six hundred fifty two tablets at night', '2 tablets', 'six hundred fifty'],
    ['glucophage one thousand two tablets with dinner', '2 tablets', 'one thousand'],
    ['ibuprofen four hundred one or two tablets every eight hours', '1-2 tablets', 'four hundred'],
    ['keppra two hundred fifty one capsule twice a day', '1 capsule', 'two hundred fifty'],
    ['salbutamol one hundred two puffs every morning', '2 puffs', 'one hundred'],
    ['madopar two hundred one and a half tablets every morning', '1.5 tablets', 'two hundred'],
    ['neurontin three hundred three capsules at night', '3 capsules', 'three hundred'],
    ['carvedilol three point one two five one tablet every morning', '1 tablet', 'three point one two five'],
    ['indapamide one point five one tablet every morning', '1 tablet', 'one point five'],
    ['apixaban two point five two tablets every morning', '2 tablets', 'two point five'],
    ['brufen eight hundred one pill every morning', '1 pill', 'eight hundred'],
  ])('%s', (text, dosage, strength) => {
    const { dosage: said, asks } = read(text)
    expect(said?.value).toBe(dosage)
    expect(asks.join()).toContain(strength)
  })

  test.each([
    ['telma twenty two tablets in the morning', '2 tablets'],
    ['atenolol fifty one tablet at night', '1 tablet'],
    ['amlong 42 tablets every morning', '2 tablets'],
    ['calcium 501 tablet every morning', '1 tablet'],
    ['cinnarizine one hundred and two tablets at night', '2 tablets'],
  ])('where it may be either it is asked: %s', (text, dosage) => {
    const { dosage: said, asks } = read(text)
    expect(said).toMatchObject({ value: dosage, confidence: 'guess' })
    expect(asks.join()).toMatch(/How many are taken each time/)
  })

  test.each([
    ['lantus one hundred two units at night', '102 units'],
    ['metformin eight hundred fifty milligrams daily', '850 mg'],
    ['lactulose twenty five mils every night', '25 ml'],
    ['paracetamol one thousand milligrams two tablets at night', '1000 mg, 2 tablets'],
    ['aspirin two hundred twenty five milligrams', '225 mg'],
    ['levodopa two point five tablets daily', '2.5 tablets'],
    ['warfarin one and a half tablets daily', '1.5 tablets'],
    ['methotrexate eight tablets every Monday', '8 tablets'],
    ['prednisone ten tablets every morning', '10 tablets'],
    ['vitamin d drops fifteen drops daily', '15 drops'],
  ])('not: %s', (text, dosage) => {
    expect(read(text).dosage).toMatchObject({ value: dosage, confidence: 'sure' })
  })
})

describe('more than anybody takes at one time is never sure', () => {
  test.each([
    'prednisone twenty tablets every morning',
    'prednisone 12 tablets every morning',
    'ventolin 25 puffs every night',
    'metformin 500 mg 100 tablets',
    'creon 30 capsules with meals daily',
    'movicol fifteen sachets a day',
    'aspirin 11-12 tablets daily',
    'fish oil 1,000 capsules daily',
    'indapamide 1.51 tablet daily',
    'carvedilol 6.252 tablets daily',
  ])('dictated: %s', (text) => {
    const { dosage, asks } = read(text)
    expect(dosage?.confidence ?? 'guess').toBe('guess')
    expect(asks.join()).toMatch(/how many are taken each time/i)
  })

  test.each([
    'take 42 tablets daily',
    'take 2.51 tablets daily',
    'take forty two tablets at night',
    'inhale 25 puffs twice a day',
  ])('in directions: %s', (text) => {
    const { dose, asks } = readDirections(text)
    expect(dose?.confidence ?? 'guess').toBe('guess')
    expect(asks.map(({ field }) => field)).toContain('dose')
  })

  test.each([
    'take 10 tablets once a week',
    'take 1.25 tablets daily',
    'instil 12 drops at night',
    'inject 42 units at night',
  ])('not: %s', (text) => {
    expect(readDirections(text).dose?.confidence).toBe('sure')
  })
})

describe('a count without a unit right after a strength', () => {
  test.each([
    ['ibuprofen 200 milligram tablets two when needed', '200 mg, 2 tablets'],
    ['sertraline 50 mg capsules two in the morning', '50 mg, 2 capsules'],
    ['codeine 30 mg tablets take two every six hours', '30 mg, 2 tablets'],
    ['senna 8.6 mg tablets two at night', '8.6 mg, 2 tablets'],
    ['prednisone 20 mg tablets three with breakfast', '20 mg, 3 tablets'],
    ['paracetamol 500 mg tablets, two four times a day', '500 mg, 2 tablets'],
  ])('takes the unit that stands before it: %s', (text, dosage) => {
    expect(read(text).dosage).toMatchObject({ value: dosage, confidence: 'sure' })
  })

  test.each([
    ['glucophage 850 mg two in the morning', '2'],
    ['ibuprofen 200 mg two three times a day', '2'],
    ['paracetamol 500 milligrams 2 at night', '2'],
    ['co-careldopa 125 mg three with breakfast', '3'],
    ['gabapentin 300 mg two twice a day', '2'],
  ])('is asked where there is none: %s', (text, count) => {
    const { dosage, asks } = read(text)
    expect(dosage?.confidence).toBe('guess')
    expect(asks.join()).toContain(`“${count}”`)
  })

  test.each([
    ['metformin 500 mg two times a day', '500 mg'],
    ['furosemide 40 mg one in the morning', '40 mg'],
    ['enalapril 10 mg at two in the afternoon', '10 mg'],
    ['amoxicillin 500 mg tablets one three times a day', '500 mg'],
    ['warfarin 10 mg daily', '10 mg'],
  ])('not: %s', (text, dosage) => {
    expect(read(text).dosage).toMatchObject({ value: dosage, confidence: 'sure' })
  })
})

describe('strengths that are said in a way of their own', () => {
  test.each([
    ['lactulose fifteen m l at night', '15 ml'],
    ['ramipril ten m g daily', '10 mg'],
    ['slow k 8 milliequivalents daily', '8 mEq'],
    ['potassium 40 mEq every morning', '40 mEq'],
    ['testogel two pumps every morning', '2 pumps'],
  ])('%s', (text, dosage) => {
    expect(read(text).dosage).toMatchObject({ value: dosage, confidence: 'sure' })
  })

  test.each([
    ['ramipril 10 at nine in the morning', '10'],
    ['simvastatin forty at 9 pm', 'forty'],
    ['brufen 400 only for pain', '400'],
    ['crocin 650 max three times a day', '650'],
    ['seretide two hundred fifty slash fifty two puffs daily', 'two hundred fifty slash fifty'],
    ['seretide 250/50 two puffs daily', '250/50'],
  ])('is asked where it has no unit: %s', (text, strength) => {
    expect(read(text).asks.join()).toContain(`“${strength}” was said without a unit`)
  })
})

describe('what is taken now holds, not what was taken', () => {
  test.each([
    ['lisinopril was 10 milligrams now it is 20 milligrams daily', '20 mg'],
    ['my bisoprolol was 2.5 mg but it is now 5 mg in the morning', '5 mg'],
    ['atenolol used to be 25 mg now 50 mg at night', '50 mg'],
    ['metformin was 500 mg twice a day and now 1000 mg twice a day', '1000 mg'],
    ['the sertraline was 50 mg, now I am on 100 mg daily', '100 mg'],
    ['levothyroxine had been 75 micrograms and is now 100 micrograms daily', '100 mcg'],
    ['gabapentin was one capsule now two capsules at night', '2 capsules'],
    ['furosemide was 20 mg, 40 mg now every morning', '40 mg'],
  ])('%s', (text, dosage) => {
    expect(read(text).dosage).toMatchObject({ value: dosage, confidence: 'sure' })
  })

  test.each([
    'codeine 30 mg tablets one or two tablets every four hours max eight a day',
    'ibuprofen one or two tablets every six hours maximum six a day',
  ])('the most a day is no other dose: %s', (text) => {
    expect(read(text).asks.join()).not.toMatch(/were said/)
  })

  test.each([
    "I was on perindopril 4 mg now it's 8 mg daily",
    'I was taking candesartan 4 mg but now I take 8 mg daily',
    'he used to take losartan 4 mg and is now on 8 mg daily',
    'I used to have enalapril 4 mg, now 8 mg every morning',
  ])('and the name stays: %s', (text) => {
    const { name, dosage } = read(text)
    expect(name).not.toBeNull()
    expect(dosage?.value).toBe('8 mg')
  })

  test.each([
    ['I was on perindopril 4 mg now it is telmisartan 8 mg daily', 'telmisartan'],
    ['I was on perindopril 4 mg now 8 mg of zyxolan daily', 'zyxolan'],
    ['I was on perindopril 4 mg now I take 8 mg telmisartan daily', 'telmisartan'],
    ['I used to take losartan 4 mg', undefined],
    ['I stopped the losartan 4 mg now', undefined],
  ])('not where another one or none is taken: %s', (text, name) => {
    expect(read(text).name?.value).toBe(name)
  })

  test.each([
    'warfarin 5 mg or 3 mg daily',
    'warfarin 5 mg and now and then 3 mg daily',
    'warfarin is 5 mg now, 3 mg on Sundays',
    'warfarin was 5 mg on Mondays and 3 mg on Sundays',
  ])('not: %s', (text) => {
    expect(read(text).dosage?.confidence).toBe('guess')
  })
})
