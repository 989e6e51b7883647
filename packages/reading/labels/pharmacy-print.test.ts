import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-11-22' as LocalDate }).medications

describe('what pharmacies print besides the directions', () => {
  const GRID = 'MORNING TABLET\nMIDDAY   Take 1 tablet orally 2 times a day\nTABLET\nEVENING\nBEDT IME'

  it('the rows of a table of the day say nothing alone', () => {
    const [found] = read(`METFORMIN HCL 500 MG TABLET\n${GRID}`)
    expect(found).toMatchObject({ frequency: 'twice daily', instructions: 'Take 1 tablet orally 2 times a day' })
    expect(found?.sources.frequency?.confidence).toBe('sure')
  })

  it.each([
    ['two of them are directions', 'Metformin 500mg\nTake 1 tablet\nMorning\nEvening', 'twice daily'],
    ['and so are they without others', 'Metformin 500mg\n1 tablet\nMorning\nNoon\nNight', '3 times daily'],
  ])('%s', (_what, label, frequency) => {
    expect(read(label)[0]?.frequency).toContain(frequency)
  })

  it('what stands beside the number of a prescription is no medicine', () => {
    const label = 'RX: 6093250   VALENCIA A\nAmoxicillin 500 MG CAP\nTAKE ONE CAPSULE BY MOUTH DAILY'
    expect(read(label).map(({ name }) => name)).toEqual(['Amoxicillin'])
    expect(read('Rx: Amoxicillin 500 mg\nTake one capsule daily')[0]?.name).toBe('Amoxicillin')
  })
})

describe('directions on a bottle', () => {
  const directed = (directions: string) => read(`Atenolol 100 mg tablets\n${directions}`)[0]

  it('what must not be done goes on in the line below', () => {
    const found = directed('Take 1 Tablet Daily. Do Not Eat\nGrapefruit.\nRx: 2110952')
    expect(found?.instructions).toBe('Take 1 Tablet Daily. Do Not Eat Grapefruit.')
  })

  it.each([
    ['Do not take with\nmilk', 'sure'],
    ['Do Not Eat\nGrapetruit.', 'guess'],
    ['Do not take more than 4 in 24 hours', 'sure'],
  ])('what no list knows may be misread: %s', (advice, confidence) => {
    expect(directed(`Take 1 tablet daily. ${advice}`)?.sources.instructions?.confidence).toBe(confidence)
  })

  it('with nothing below it they are cut off', () => {
    const found = directed('Take 1 Tablet Daily. Do Not Drink')
    expect(found?.sources.instructions?.confidence).toBe('guess')
  })

  it.each([
    ['KE 1 TABLET BY\nUTH EVERY DAY', 'take 1 TABLET BY mouth EVERY DAY'],
    ['AKE 1 TABLET BY OUTH EVERY DAY', 'take 1 TABLET BY mouth EVERY DAY'],
    ['A KE 1 TABLET BY MOUTH EVERY DAY', 'take 1 TABLET BY MOUTH EVERY DAY'],
  ])('the left edge hides the beginning of a word: %s', (printed, whole) => {
    const found = directed(printed)
    expect(found).toMatchObject({ instructions: whole, frequency: 'once daily' })
    expect(found?.sources.instructions?.confidence).toBe('guess')
    expect(found?.asks).toContain(printed.replace('\n', ' '))
  })

  it.each(['At Bedtie', 'At Bedine', 'at bed'])('its right edge hides the end of the last word: %s', (end) => {
    const found = directed(`Take 1 Tablet Every Night ${end}`)
    expect(found?.instructions).toBe('Take 1 Tablet Every Night at bedtime')
    expect(found?.sources.instructions?.confidence).toBe('guess')
  })

  it.each([
    ['in one line with an address', '35 Main Street, Anytown, USA 10001 TAKE 1 TABLET BY MOUTH TWICE DAILY'],
    ['behind a speck', 'v   TAKE 1 TABLET BY MOUTH TWICE DAILY'],
  ])('%s', (_what, line) => {
    expect(directed(line)).toMatchObject({
      frequency: 'twice daily',
      instructions: 'TAKE 1 TABLET BY MOUTH TWICE DAILY',
    })
  })

  it('a known name whose strength was not read is the medicine of directions too', () => {
    const [found, ...others] = read('HYOSCINE 1 DMG TAB\nBATCH NO 1\nTake 1 tablet 3 times a day')
    expect(found).toMatchObject({ name: 'Hyoscine', frequency: '3 times daily' })
    expect([found?.sources.name?.confidence, others]).toEqual(['guess', []])
  })

  it.each(['Do not take 2 tablets at once', 'If needed take 1 tablet twice daily'])('%s is in one piece', (line) => {
    expect(directed(line)?.instructions ?? '').not.toMatch(/^take/i)
  })

  it('said again on a second bottle they are said once', () => {
    const label =
      'TAKE 1 TABLET BY MOUTH BEFORE\nBEDTIME\nMARY THOMAS\nATENOLOL 100 MG TABS\nTAKE 1 TABLET BY MOUTH BEFORE'
    expect(read(`${label}\nATENOLOL 100 MG TABLET`)[0]?.instructions).toBe('TAKE 1 TABLET BY MOUTH BEFORE BEDTIME')
    const twoDoses = 'Atenolol 100 mg tablets\nTake 1 tablet in the morning\nQty 30\nTake 2 tablets at night'
    expect(read(twoDoses)[0]?.instructions).toBe('Take 1 tablet in the morning Take 2 tablets at night')
  })

  it('how much a dose is, in brackets behind it, is no medicine', () => {
    const panel = 'Paracetamol 500mg Caplets\n2 caplets (1000mg paracetamol),\nevery 4 to 6 hours as required'
    expect(read(panel)).toMatchObject([
      { name: 'Paracetamol', dosage: '500 mg', frequency: 'every 4 to 6 hours when needed' },
    ])
    expect(read(panel)[0]?.instructions).toContain('2 caplets (1000mg paracetamol), every 4 to 6 hours')
    const misread = read('Panadol 500 mg caplets\n1-2 eaplets (500mg-1000mg paracetamoll\nevery 6 hours')
    expect(misread.map(({ name }) => name)).toEqual(['Panadol'])
  })

  it('of one to two, both are the dose', () => {
    const [found] = read('TAKE 1-2 TABLETS BY MOUTH EVERY 4-6 HOURS AS NEEDED FOR PAIN\nTRAMADOL\nQTY:30')
    expect(found?.dosage).toBe('1 to 2 tablets')
  })
})

describe('a combination of more than two', () => {
  it.each([
    'Ferrous Ascorbate, Folic Acid &\nZinc Sulphate Tablets',
    'Ferrous Ascorbate, Folic Acid & Zinc Sulphate Tablets',
    'Ferrous Ascorbate, Folic Acid\n& Zinc Sulphate Tablets',
  ])('%s', (label) => {
    expect(read(label).map(({ name }) => name)).toEqual(['Ferrous Ascorbate, Folic Acid & Zinc Sulphate'])
  })
})
