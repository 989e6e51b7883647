import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'
import { withSpaces } from './lost-spaces.ts'

describe('spaces that a recogniser lost', () => {
  it.each([
    ['TAKE1TABLETTWICEDAILY', 'TAKE 1 TABLET TWICE DAILY'],
    ['TakeONEtablettwiceadaywithfood', 'Take ONE tablet twice a day with food'],
    ['TAKETWOTABLETSEVERY4-6HOURSWHENREQUIRED', 'TAKE TWO TABLETS EVERY 4-6 HOURS WHEN REQUIRED'],
    ['ONETOBETAKENEACHMORNING', 'ONE TO BE TAKEN EACH MORNING'],
    ['INHALE2PUFFSEVERY4HOURSASNEEDED', 'INHALE 2 PUFFS EVERY 4 HOURS AS NEEDED'],
    ['GIVE5MLTHREETIMESADAY', 'GIVE 5ML THREE TIMES A DAY'],
    ['EVERY 4TO 6 HOURS', 'EVERY 4 TO 6 HOURS'],
    ['DONOTTAKEMORETHAN8IN24HOURS', 'DO NOT TAKE MORE THAN 8 IN 24 HOURS'],
    ['TAKE0NETABLETDAILY', 'TAKE ONE TABLET DAILY'],
    ['TAKEONETABLETDAILYFORBLOODPRESSURE', 'TAKE ONE TABLET DAILY FOR BLOODPRESSURE'],
    ['1tabbd', '1 tab bd'],
    ['1tabpobid', '1 tab po bid'],
    ['2puffsQID', '2 puffs QID'],
    ['1TBD', '1 T BD'],
    ['T1TBD', 'T 1 T BD'],
    ['METFORMIN500MGTABLETS', 'METFORMIN 500MG TABLETS'],
    ['28Amlodipine5mgtablets', '28 Amlodipine 5mg tablets'],
    ['AMOXICILLIN250MG/5MLSUSPENSION', 'AMOXICILLIN 250MG/5ML SUSPENSION'],
    ['2puffsq4hprn', '2 puffs q4h prn'],
    ['TAKE4TABLETSDAILYFOR5DAYSTHENSTOP', 'TAKE 4 TABLETS DAILY FOR 5 DAYS THEN STOP'],
    ['SODIUMVALPROATE', 'SODIUM VALPROATE'],
    ['500mgTABLETSQty28', '500mg TABLETS Qty 28'],
    ['Take ONE tabletas needed', 'Take ONE tablet as needed'],
    ['Ibudol400 mg', 'Ibudol 400 mg'],
    ['Dalsy40 mg/ml', 'Dalsy 40 mg/ml'],
    ['Zyxolan10mgtablets', 'Zyxolan 10mg tablets'],
  ])('%s is %s', (printed, text) => {
    expect(withSpaces(printed).text).toBe(text)
  })

  it.each([
    'q4h q12hrs 24hrs 8am 10pm 1st 2nd x7d 4x 12hrly',
    'Vitamin B12 1000mcg',
    'RX1234567 HbA1C 3M',
    'Hydrochlorothiazide Carbamazepine Candesartan Levothyroxine Onetouch Dropper',
    'Mr Daybreak Dr Mealing Broadmeadows Mornington Eastgate Overnight',
    'l0mg',
    '1g12h',
  ])('%s stays', (printed) => {
    expect(withSpaces(printed).text).toBe(printed)
  })

  it('words lead back to the label', () => {
    const line = withSpaces('TAKE1TABLETTWICEDAILY')
    expect(line.source({ at: line.text.indexOf('TWICE'), words: 'TWICE DAILY' })).toBe('TWICEDAILY')
  })
})

describe('a label whose words ran together', () => {
  const read = (text: string) => readLabel(text, { today: '2026-11-22' as LocalDate }).medications[0]

  it.each<[string, string[]]>([
    ['METFORMIN500MGTABLETS\nTAKE1TABLETTWICEDAILY', ['Metformin', '500 mg', 'twice daily']],
    ['Metformin 500mg\nT1TBD', ['Metformin', '500 mg', 'twice daily']],
    ['Metformin 500mg\n1tabpobid', ['Metformin', '500 mg', 'twice daily']],
    ['Amoxicillin250mg/5mlsuspension\nGIVE5MLTHREETIMESADAY', ['Amoxicillin', '250 mg/5 ml', '3 times daily']],
    [
      'Paracetamol500mgTablets\nTAKETWOTABLETSEVERY4-6HOURS\nWHENREQUIRED',
      ['Paracetamol', '500 mg', 'every 4 to 6 hours when needed'],
    ],
  ])('%s', (text, expected) => {
    const { name, dosage, frequency } = read(text) ?? {}
    expect([name, dosage, frequency]).toEqual(expected)
  })

  it('its directions are a guess, asked in the words of the label', () => {
    const found = read('Metformin 500mg\nTAKE1TABLETTWICEDAILY')
    expect(found).toMatchObject({
      instructions: 'TAKE 1 TABLET TWICE DAILY',
      asks: ['TAKE1TABLETTWICEDAILY'],
      sources: {
        frequency: { words: 'TWICEDAILY', confidence: 'guess' },
        instructions: { words: 'TAKE1TABLETTWICEDAILY', confidence: 'guess' },
      },
    })
  })
})
