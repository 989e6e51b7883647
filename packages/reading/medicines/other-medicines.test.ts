import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readMedication } from './medications.ts'

const TODAY = '2026-11-20' as LocalDate
const read = (text: string) => readMedication(text, TODAY)
/** Name, amount and how often; what is no more than a guess has a question mark. */
const said = (text: string) => {
  const { name, dosage, frequency } = read(text)
  return [name, dosage, frequency].map((fact) => fact && (fact.confidence === 'sure' ? fact.value : `${fact.value}?`))
}

describe('a medicine that is stopped or replaced is not the one to add, and its values are not those of the other', () => {
  test.each([
    ['i do not take lisinopril any more take candesartan eight milligrams every morning'],
    ['perindopril is stopped candesartan eight milligrams in the morning'],
    ['perindopril 4 mg has been stopped and i have candesartan eight milligrams in the morning'],
    ['the doctor took me off pregabalin and put me on candesartan eight milligrams every morning'],
    ['i was taken off lithium and started on candesartan 8 mg in the morning'],
    ["i'm no longer taking naproxen i take candesartan 8 mg every morning"],
    ['no more warfarin just candesartan eight milligrams every morning'],
    ['no ibuprofen just candesartan eight milligrams every morning'],
    ['the old one was ramipril 5 mg at night the new one is candesartan 8 mg in the morning'],
    ['my old tablet was ramipril now its candesartan 8 mg in the morning'],
    ['gave up codeine and take candesartan 8 mg every morning'],
    ['esomeprazole was replaced by candesartan 8 mg every morning'],
    ['he swapped my atenolol for candesartan 8 mg every morning'],
    ['i stopped taking ramipril 5 mg morning and night and now take candesartan 8 mg in the morning'],
    ['candesartan 8 mg in the morning instead of ramipril 10 mg'],
    ['candesartan 8 mg in the morning ramipril 10 mg is stopped'],
    ['candesartan 8 mg in the morning i do not use ramipril any longer'],
    ['they stopped me from taking ramipril so its candesartan 8 mg every morning'],
    ['i cant take ibuprofen so i take candesartan 8 mg every morning'],
    ['quit varenicline take candesartan 8 mg every morning'],
    ['candesartan not ramipril, 8 mg every morning'],
  ])('%s', (text) => {
    expect(said(text)).toEqual(['candesartan', '8 mg', 'morning'])
    expect(read(text).asks).toEqual([])
  })

  test.each([['i do not take simvastatin any more'], ['my simvastatin was stopped'], ['no longer on simvastatin']])(
    '%s: asked which one is to be added',
    (text) => {
      expect(read(text)).toMatchObject({ name: null, dosage: null, frequency: null })
      expect(read(text).asks).toContain(
        '“simvastatin” is not taken any more, as it was said. Which medicine is to be added?',
      )
    },
  )

  test.each([
    ['do not stop taking metoprolol 50 mg daily'],
    ['never stop metoprolol 50 mg daily suddenly'],
    ['metoprolol 50 mg daily must not be stopped suddenly'],
    ['metoprolol 50 mg daily no more than twice a day'],
    ['metoprolol 50 mg daily until it is finished'],
    ['metoprolol 50 mg daily do not take with alcohol'],
    ['metoprolol 50 mg daily stop metoprolol if you faint'],
    ['metoprolol 50 mg daily not with grapefruit'],
  ])('%s: taken', (text) => {
    expect(said(text)).toEqual(['metoprolol', '50 mg', 'daily'])
  })
})

describe('a second medicine is named, and gives the first no values', () => {
  test.each([
    ['ramipril 5 mg every morning and atorvastatin forty milligrams at night', 'atorvastatin'],
    ['ramipril 5 mg in the morning also gliclazide 30 mg in the morning', 'gliclazide'],
    ['ramipril 5 mg every morning plus warfarin 3 mg at six pm', 'warfarin'],
    ['ramipril 5 mg in the morning and i take two tablets of paracetamol at night', 'paracetamol'],
    ['ramipril 5 mg in the morning and the water tablet furosemide 40 mg at lunch', 'furosemide'],
    ['ramipril 5 mg in the morning and oxycodone five milligrams if the pain is bad', 'oxycodone'],
    ['ramipril 5 mg in the morning and a statin at night', 'statin'],
    ['ramipril 5 mg in the morning and zorbitrex 10 mg at night', 'zorbitrex'],
    ['ramipril 5 mg in the morning metformin 500 mg twice a day and aspirin 100 mg at night', 'metformin'],
    ['ramipril 5 mg in the morning with omeprazole 20 mg', 'omeprazole'],
    ['ramipril 5 mg in the morning then salbutamol when needed', 'salbutamol'],
  ])('%s', (text, second) => {
    expect(said(text)).toEqual(['ramipril', '5 mg', 'morning'])
    expect(read(text)).toMatchObject({
      schedule: { value: { kind: 'daily' } },
      reminderTimes: [],
      asks: [`A second medicine was said: “${second}”. It is not in this form; is it to be added by itself?`],
    })
  })

  test('an unknown name is a first one too', () => {
    expect(said('zorbitrex 10 mg in the morning and warfarin 3 mg at night')).toEqual(['zorbitrex', '10 mg', 'morning'])
  })

  test.each([
    ['zocor simvastatin 20 mg at night'],
    ["coversyl 5 mg that's perindopril every morning"],
    ['levodopa carbidopa 100 25 three times a day'],
    ['amoxicillin and clavulanic acid 875 mg twice a day'],
    ['iron 325 mg daily not with calcium'],
    ['take levothyroxine 50 mcg two hours before calcium every morning'],
    ['panadol two tablets four times a day maximum 4 grams of paracetamol in a day'],
    ['metformin 500 mg i mean metoprolol 50 mg twice a day'],
    ['warfarin 5 mg on weekdays and saturdays 6 mg'],
    ['metformin 500 mg in the morning and lunchtime 250 mg'],
  ])('%s: one medicine', (text) => {
    expect(read(text).asks.filter((ask) => ask.startsWith('A second'))).toEqual([])
  })
})
