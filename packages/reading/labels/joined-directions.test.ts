import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-11-22' as LocalDate }).medications

describe('directions that go on in the next line', () => {
  it.each<[string, string]>([
    ['Take TWO every four\nHours When Needed', 'every 4 hours when needed'],
    ['TAKE 1 TABLET EVERY 8\nHours As Needed For Nausea', 'every 8 hours when needed'],
    ['Take TWO every 4 to 6 hours\nWHEN NEEDED\nfor pain', 'every 4 to 6 hours when needed'],
    ['Take ONE three times a day\n(if required)', '3 times daily when needed'],
    [
      'Take 1 tablet every 4-6 hours as needed for\npain. Do not take more than 6 tablets in 24 hours',
      'every 4 to 6 hours when needed',
    ],
    ['Take ONE three times a day\n- as required', '3 times daily when needed'],
    ['Take ONE three times a day\nOnly When Necessary', '3 times daily when needed'],
    ['Take ONE every FOUR to SIX hours\nStrictly when required', 'every 4 to 6 hours when needed'],
    ['Inhale TWO puffs up to FOUR times a day\nSOS', 'up to 4 times daily when needed'],
    ['2 tabs qid\nprn\nmax 8/24', '4 times daily when needed'],
    ['Take FOUR tablets\nONCE A WEEK\nON A MONDAY', 'once a week on Monday'],
    ['1 or 2 sprays under the tongue\nWhen required', 'when needed'],
    ['ONE drop into the\naffected eye(s)\nMorning and Night', 'twice daily in the morning and at night'],
  ])('%s: %s', (directions, frequency) => {
    const [found] = read(`Codeine 30mg tablets\n${directions}\nMr T Dunn`)
    expect(found).toMatchObject({ frequency, instructions: directions.replaceAll('\n', ' ') })
    expect(found?.sources.frequency?.confidence).toBe('sure')
  })

  it.each([
    'DO NOT TAKE MORE THAN 8 TABLETS IN 24 HOURS',
    'Do not exceed 8 tablets in 24 hours',
    'Warning: do not exceed 8 in 24 hours',
    'MAXIMUM 8 TABLETS IN 24 HOURS',
    'Max. 8 daily',
    'Max dose: 4 daily',
    'Maximum daily dose 4 tablets',
    'Not more than 4 a day',
    'No More Than 8 in 24 Hours',
    'Up to a maximum of FOUR in 24 hours',
    'Do not take for longer than 7 days',
    'Then Stop',
    'Only if you cannot sleep',
  ])('a limit is part of them: %s', (limit) => {
    expect(read(`Codeine 30mg tablets\nTake ONE every 6 hours\n${limit}\nQty 20`)[0]?.instructions).toBe(
      `Take ONE every 6 hours ${limit}`,
    )
  })

  it.each(['May cause drowsiness', 'Qty 20', 'Mr T Dunn', 'Dr A Penn', 'Greenfield Pharmacy'])(
    '%s may be between: then they are a guess',
    (between) => {
      const [found] = read(`Codeine 30mg tablets\nTake ONE every 6 hours\n${between}\nWhen required for pain`)
      expect(found).toMatchObject({
        frequency: 'every 6 hours when needed',
        instructions: 'Take ONE every 6 hours When required for pain',
      })
      const { frequency, instructions } = found?.sources ?? {}
      expect([frequency?.confidence, instructions?.confidence]).toEqual(['guess', 'guess'])
    },
  )

  it.each([
    'If symptoms persist see your doctor',
    'If pregnant ask your doctor',
    'When finished return to the pharmacy',
    'If pain persists call an ambulance',
    'For Mr Dunn',
    'Do not drink alcohol',
  ])('advice is not: %s', (advice) => {
    expect(read(`Codeine 30mg tablets\nTake ONE every 6 hours\n${advice}`)[0]).toMatchObject({
      frequency: 'every 6 hours',
      instructions: 'Take ONE every 6 hours',
    })
  })

  it.each([
    ['EVERY 12 HOURS AS NEEDED', 'CONGESTION OR DRAINAGE'],
    ['EVERY 6 HOURS AS NEEDED', 'FOR NAUSE OR VOMITING'],
    ['EVERY 6 HOURS AS NEEDED', 'FOR MUSCLE SPASMS'],
    ['EVERY NIGHT AT BEDTIME', 'FOR ENURESIS'],
    ['TWICE A DAY', 'FOR INFECTION'],
  ])('what it is for is part of them: %s / %s', (often, purpose) => {
    expect(read(`Codeine 30mg tablets\nTAKE 1 TABLET BY MOUTH\n${often}\n${purpose}\nQty 20`)[0]?.instructions).toBe(
      `TAKE 1 TABLET BY MOUTH ${often} ${purpose}`,
    )
  })

  it.each([
    'FOR HELEN',
    'FOR HELEN DUNN',
    'FOR REFILLS',
    'For more information',
    'MAY CAUSE DIZZINESS',
    'DIZZINESS MAY OCCUR',
  ])('what may look like it is not: %s', (line) => {
    expect(
      read(`Codeine 30mg tablets\nTAKE 1 TABLET BY MOUTH\nEVERY 6 HOURS AS NEEDED\n${line}`)[0]?.instructions,
    ).toBe('TAKE 1 TABLET BY MOUTH EVERY 6 HOURS AS NEEDED')
  })

  it.each(['TWICE A DAY', 'EVERY 6 HOURS AS NEEDED', 'EVERY MORNING', 'AT BEDTIME'])(
    'by mouth in capitals was not cut off: %s',
    (often) => {
      const [found] = read(`Codeine 30mg tablets\nTAKE 1 TABLET BY MOUTH\n${often}`)
      expect(found).toMatchObject({ instructions: `TAKE 1 TABLET BY MOUTH ${often}`, asks: [] })
      expect(found?.sources).toMatchObject({ frequency: { confidence: 'sure' }, instructions: { confidence: 'sure' } })
    },
  )

  it('only if something holds is no plan of every night', () => {
    const [found] = read('Zopiclone 7.5mg\nTake ONE at night\nOnly if you cannot sleep')
    expect(found?.schedule).toEqual({ kind: 'as-needed' })
    expect(found?.sources.frequency?.confidence).toBe('guess')
  })

  it.each(['Only when travelling', 'only for bad days', 'ONLY ON TRAINING DAYS'])(
    'a condition that nobody knows makes them a guess: %s',
    (condition) => {
      const { frequency, instructions } = read(`Zopiclone 7.5mg\nTake ONE at night\n${condition}`)[0]?.sources ?? {}
      expect([frequency?.confidence, instructions?.confidence]).toEqual(['guess', 'guess'])
    },
  )

  it('a table has a line for each time of the day', () => {
    const table =
      'Medicine            When            How much\nMetformin 500mg     Morning         1\n' +
      '                    Night           1\nRamipril 5mg        Morning         1'
    expect(read(table).map(({ name, frequency }) => [name, frequency])).toEqual([
      ['Metformin', 'twice daily in the morning and at night'],
      ['Ramipril', 'once daily in the morning'],
    ])
  })

  it('a table may have strokes', () => {
    const table = 'Medicine | Strength | Directions\nMetformin | 500 mg | ONE twice a day\nRamipril | 5 mg | ONE mane'
    expect(read(table).map(({ name, dosage, instructions }) => [name, dosage, instructions])).toEqual([
      ['Metformin', '500 mg', 'ONE twice a day'],
      ['Ramipril', '5 mg', 'ONE mane'],
    ])
  })

  it('each medication has its own', () => {
    const two = read('Codeine 30mg\nTake ONE every 6 hours\nWhen required\nRamipril 5mg\nTake ONE daily')
    expect(two.map(({ instructions }) => instructions)).toEqual([
      'Take ONE every 6 hours When required',
      'Take ONE daily',
    ])
  })
})
