import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { type LabelCircumstances, readLabel } from './label.ts'

const TODAY = '2026-11-22' as LocalDate
const read = (text: string, circumstances: Partial<LabelCircumstances> = {}) =>
  readLabel(text, { today: TODAY, ...circumstances })
/** The value, with a question mark where it is a guess. */
const marked = (fact: { value: string; confidence: string } | null) =>
  fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`

describe('a name in the directions', () => {
  it.each([
    ['HELEN', 'sure'],
    ['HELIEN', 'guess'],
  ])('%s is %s, by the name on the label', (name, confidence) => {
    const { medications } = read(`HELEN DUNN\nAmoxicillin 500mg caps\nGIVE "${name}" 1 CAPSULE\nBY MOUTH TWICE DAILY`)
    expect(medications[0]?.sources).toMatchObject({ instructions: { confidence }, frequency: { confidence: 'sure' } })
  })
})

describe('a doctor is sure by a title and a plain name', () => {
  it.each([
    ['Dr Penn', 'Dr Penn'],
    ['Dr A. Singh, Footscray', 'Dr A. Singh'],
    ['DR HELEN NGUYEN MBBS FRACGP', 'Dr Helen Nguyen'],
    ['Prescriber: Dr Helen Nguyen', 'Dr Helen Nguyen'],
    ['KERR, JOAN\nDR: PENN, RUTH   QTY 30', 'Dr Ruth Penn'],
    ['Dr R van der Berg', 'Dr R van der Berg'],
    ['Dr Penn\nDr Penn', 'Dr Penn'],
    ['Dr Ng', 'Dr Ng'],
    ['Dr Helen Chen Prescriber No. 3619812', 'Dr Helen Chen'],
  ])('%s', (text, doctor) => {
    expect(marked(read(text).doctor)).toBe(doctor)
  })

  it.each([
    ['no title', 'Prescriber: Helen Nguyen', 'Helen Nguyen?'],
    ['a third word, which may be the suburb', 'Dr Ruth Penn Carlton', 'Dr Ruth Penn Carlton?'],
    ['a first word that is no known given name', 'Dr Singh Headingley', 'Dr Singh Headingley?'],
    ['a suburb before the state', 'Dr Ruth Penn Carlton VIC 3053', 'Dr Ruth Penn?'],
    ['a suburb before an American state', 'DR. SMITH BROOKLYN NY 11201', 'Dr Smith?'],
    ['a suburb before a British postcode', 'Dr A Singh Headingley LS6 3AA', 'Dr A Singh?'],
    ['a letter behind the surname', 'Dr Peter Chen I', 'Dr Peter Chen I?'],
    ['a short word that is no known surname', 'Dr Mo', 'Dr Mo?'],
    ['a name split by a stray space', 'Dr Mo hammed T aylor', 'Dr Mo hammed T aylor?'],
    ['a name split at a column', 'Dr Mo     hammed T aylor', 'Dr Mo?'],
    ['a surname split by a stray space', 'Dr Helen Ngu yen', 'Dr Helen Ngu yen?'],
    ['a given name split by a stray space', 'Dr H elen Nguyen', 'Dr H elen Nguyen?'],
    ['a letter that was repaired', 'Dr S0fia Penn', 'Dr Sofia Penn?'],
    ['a title that was misread', 'Or Sarah Singh Repeats 4', 'Dr Sarah Singh?'],
    ['a title that ran into the name', 'Drliam Garcia Rpts 5', 'Dr Liam Garcia?'],
    ['a town behind a surname, as it seems', 'KERR, JOAN\nDr Holt, Fairfield', 'Dr Fairfield Holt?'],
    ['another doctor on the label', 'Dr Penn\nDr Moss', 'Dr Penn?'],
  ])('%s: a guess', (_what, text, doctor) => {
    expect(marked(read(text).doctor)).toBe(doctor)
  })

  it('a suburb and its state put no surname first', () => {
    expect(marked(read('Fitzroy, Melbourne\nDr Holt, Fairfield').doctor)).toBe('Dr Holt?')
  })
})

describe('a pharmacy is sure by a short name with its word', () => {
  it.each([
    ['Greenfield Pharmacy', 'Greenfield Pharmacy'],
    ['HARBOUR PHARMACY #1188', 'HARBOUR PHARMACY'],
    ['Boots the Chemists', 'Boots the Chemists'],
    ['Supplied by: Kerr Chemist, 12 Low St', 'Kerr Chemist'],
  ])('%s', (text, pharmacy) => {
    expect(marked(read(text).pharmacy)).toBe(pharmacy)
  })

  it.each([
    ['Pharmacy Greenfield Village Leeds', 'Pharmacy Greenfield Village Leeds?'],
    ['Compounding chemist of the year', 'Compounding chemist of the year?'],
    ['Dispensed by Greenfield', 'Greenfield?'],
    ['HARB0UR PHARMACY', 'HARBOUR PHARMACY?'],
    ['Weli Pharmacy', 'Weli Pharmacy?'],
    ['LOW STREET DRUGS\nRx 4455', 'LOW STREET DRUGS?'],
    ['Greenfield Pharmacy\nLow Street Chemist', 'Greenfield Pharmacy?'],
  ])('%s: a guess', (text, pharmacy) => {
    expect(marked(read(text).pharmacy)).toBe(pharmacy)
  })

  it('the name of a field before an address names none', () => {
    expect(read('Pharmacy: 12 High Street').pharmacy).toBeNull()
  })
})

describe('a date is sure by its name', () => {
  it.each([
    ['Date filled: 14/03/2026', '2026-03-14'],
    ['Disp 3 Nov 2026', '2026-11-03'],
    ['Date dispensed\n21/11/2026', '2026-11-21'],
    ['Date 11/11/2026', '2026-11-11'],
  ])('%s', (text, date) => {
    expect(marked(read(text).date)).toBe(date)
  })

  it.each([
    ['no name', 'Mrs K Low 14/03/2026', '2026-03-14?'],
    ['day and month may be swapped', 'Date filled: 03/04/2026', '2026-04-03?'],
    ['a digit was repaired', 'Date 2O/1O/2026', '2026-10-20?'],
    ['in the future', 'Date filled: 25/11/2026', '2026-11-25?'],
    ['years ago', 'Date: 14/03/2019', '2019-03-14?'],
    ['two with that name', 'Date 14/03/2026\nDate 15/03/2026', '2026-03-14?'],
  ])('%s: a guess', (_what, text, date) => {
    expect(marked(read(text).date)).toBe(date)
  })

  it.each([
    'Mr J Smith 03/04/1950',
    'Mr J Smith (03/04/1950)',
    'D.O.B.\n03/04/2025',
    'Date of birth\n03/04/1950',
    'Date of Birth (child): 03/04/2025',
    'B: 03/04/1950',
    'Birthdate 13/04/2025',
    'SMITH, JOHN   04/03/1950   M',
    'Master T Smith 03/04/2025 age 1',
    'Patient DOB Sex\nT Smith 03/04/2025 M',
    'd o b 13/04/2025',
    'D0B 13/04/2025',
  ])('%s: a date of birth is none', (text) => {
    expect(read(text).date).toBeNull()
  })

  it('beside a date of birth the other one', () => {
    expect(marked(read('DOB: 13-APR-1950  Date: 13/11/2026').date)).toBe('2026-11-13')
  })
})

describe('what the recogniser says of each line', () => {
  const text = 'Greenfield Pharmacy\nMetformin 500mg tablets\n\nTake ONE tablet\ntwice a day\nDr Penn\nDisp 14/03/2026'
  const guesses = (lineConfidences: number[], confidence = 100) => {
    const { medications, doctor, pharmacy, date } = read(text, { lineConfidences, confidence })
    const fields = { ...medications[0]?.sources, doctor, pharmacy, date }
    return Object.entries(fields).flatMap(([field, fact]) => (fact?.confidence === 'guess' ? [field] : []))
  }

  it.each<[string, number[], string[]]>([
    ['no line', [], []],
    ['the pharmacy', [60, 95, 0, 95, 95, 95, 95], ['pharmacy']],
    ['the name', [95, 60, 0, 95, 95, 95, 95], ['name', 'dosage']],
    ['an empty line', [95, 95, 10, 95, 95, 95, 95], []],
    ['the directions', [95, 95, 0, 60, 95, 95, 95], ['frequency', 'instructions']],
    ['their second line', [95, 95, 0, 95, 60, 95, 95], ['frequency', 'instructions']],
    ['the doctor', [95, 95, 0, 95, 95, 60, 95], ['doctor']],
    ['the date', [95, 95, 0, 95, 95, 95, 60], ['date']],
  ])('%s read badly', (_what, lineConfidences, expected) => {
    expect(guesses(lineConfidences)).toEqual(expected)
  })

  it('the confidence of the text counts for lines without their own', () => {
    expect(guesses([95, 95], 60)).toEqual(['frequency', 'instructions', 'doctor', 'date'])
  })

  it('a line in columns is the same line', () => {
    const columns = 'Ramipril 5mg caps     MRS J DOE\nTake ONE daily        12 HIGH STREET\nDr Penn'
    const { sources } = read(columns, { lineConfidences: [95, 60, 95] }).medications[0] ?? {}
    expect([sources?.name?.confidence, sources?.frequency?.confidence]).toEqual(['sure', 'guess'])
  })

  it('a strength on a line of its own is judged by that line', () => {
    const { sources } =
      read('LISINOPRIL\n10 mg tablets\nTake one daily', { lineConfidences: [95, 60, 95] }).medications[0] ?? {}
    expect([sources?.name?.confidence, sources?.dosage?.confidence]).toEqual(['sure', 'guess'])
  })
})

describe('a strength in an amount that was not read is a guess', () => {
  it.each(['Morphine 10mg/. 10 ml', 'Morphine 10 mg/ lO mI'])('%s', (text) => {
    expect(read(text).medications[0]?.sources.dosage?.confidence).toBe('guess')
  })
})
