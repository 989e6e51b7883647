import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-11-22' as LocalDate })

describe('who prescribed it', () => {
  it.each([
    ['Dr Keep out ot t'],
    ['DR KEEP'],
    ['Prescriber: Keep out ot'],
    ['Dr eep out of reach'],
    ['Doctor: Do not drink'],
    ['Dr Store below 25'],
    ['Dr Shake well'],
    ['DR CAUTION'],
    ['Dr Take with food'],
    ['Dr Not to be'],
  ])('is nobody where a warning begins: %s', (text) => {
    expect(read(text).doctor).toBeNull()
  })

  it.each([
    ['DR DO', 'Dr Do'],
    ['Dr Read', 'Dr Read'],
    ['Dr Ann Swallow', 'Dr Ann Swallow'],
    ['Dr Storey', 'Dr Storey'],
    ['Dr Keeping', 'Dr Keeping'],
    ['Dr A Nott', 'Dr A Nott'],
  ])('is a person whose name begins like a warning: %s', (text, doctor) => {
    expect(read(text).doctor?.value).toBe(doctor)
  })

  it.each([
    ['Use as advised by your doctor before 9 am\nDr C Moss', 'Dr C Moss'],
    ['Tell your doctor about other medicines\nDR. IVERS', 'Dr Ivers'],
    ['Prescriber:      Dr Lena Holt', 'Dr Lena Holt'],
    ['Dr Ruth Penn   Harbour Surgery', 'Dr Ruth Penn'],
    ['Dr Ruth Penn MBBS Harbour Surgery', 'Dr Ruth Penn'],
    ['Dr Ruth Penn, Harbour Surgery', 'Dr Ruth Penn'],
    ['DR MOSS REF 12/88', 'Dr Moss'],
    ['Dr Moss Mrs Adler', 'Dr Moss'],
    ['KERR, JOAN\nDR: PENN, RUTH   QTY 30', 'Dr Ruth Penn'],
    ['Prescriber: HOLT, L MD', 'L Holt'],
    ['Prescriber: Dr Holt, Fairfield', 'Dr Holt'],
    ['DR. ElNSTEIN', 'Dr Einstein'],
    ['Dr S0fia Penn', 'Dr Sofia Penn'],
    ['|Dr Penn|', 'Dr Penn'],
    ["Dr Ruth 0'Hara", "Dr Ruth O'Hara"],
    ['Dr Ruth Penn Rpt2', 'Dr Ruth Penn'],
  ])('%s', (text, doctor) => {
    expect(read(text).doctor?.value).toBe(doctor)
  })

  it.each([
    'Take as told by your doctor at noon',
    'ASK A DOCTOR BEFORE USE',
    'Contact your GP if it gets worse',
    'Consult a physician or pharmacist',
    '9 Beech Dr Fairfield',
    'Doctor signature',
    // Nobody can say where the name ends.
    'Dr Ruth Penn Harbour Surgery',
  ])('%s: names nobody', (text) => {
    expect(read(text).doctor).toBeNull()
  })

  it.each([
    // A street without its number, as a curved label shows it.
    'HOLLOWBROOK DR. EASTVALE',
    'Metformin 500mg\nHOLLOW BROOK DR EASTVALE',
  ])('%s: a drive may be a doctor, and is a guess', (text) => {
    expect(read(text).doctor?.confidence).not.toBe('sure')
  })

  it('words that lead to a doctor leave the doctor sure', () => {
    expect(read('Prescribed by DR EASTVALE').doctor?.confidence).toBe('sure')
    expect(read('Qty 30 DR EASTVALE').doctor?.confidence).toBe('sure')
  })

  it('the words are those of the label', () => {
    expect(read('Mr K Low    DR. ElNSTEIN    02/11/26').doctor).toMatchObject({
      value: 'Dr Einstein',
      words: 'ElNSTEIN',
    })
  })
})

describe('which pharmacy', () => {
  it.each([
    ['Packed by Harbour Street Pharmacy', 'Harbour Street Pharmacy'],
    ['Supplied by: Kerr Chemist, 12 Low St', 'Kerr Chemist'],
    ['HARBOUR PHARMACY #1188', 'HARBOUR PHARMACY'],
    ['Harbour Pharmacy Store 12', 'Harbour Pharmacy'],
    ['Harbour Pharmacy 555-0173', 'Harbour Pharmacy'],
    ['(03) 5550 1234 Harbour Pharmacy', 'Harbour Pharmacy'],
    ['HARB0UR PHARMACY', 'HARBOUR PHARMACY'],
    ['Harbour Pharrnacy', 'Harbour Pharmacy'],
    ['HARBOUR  CHEM1ST  Ph O3 555O 1212', 'HARBOUR CHEMIST'],
    ['Boots the Chemists', 'Boots the Chemists'],
    ['Low Street Drug Store', 'Low Street Drug Store'],
    ['LOW STREET DRUGS\nRx 4455', 'LOW STREET DRUGS'],
  ])('%s', (text, pharmacy) => {
    expect(read(text).pharmacy?.value).toBe(pharmacy)
  })

  it.each([
    'Ask your pharmacist before use',
    'Return what is left to your pharmacy',
    'PHARMACY COPY',
    'The pharmacy',
    'Pharmacist: J Kerr',
    'Kerr Pharma Ltd',
    'Do not take with other drugs',
    'ANTI-INFLAMMATORY DRUGS',
    'Naproxen 250mg\nLOW STREET DRUGS',
  ])('%s: names none', (text) => {
    expect(read(text).pharmacy).toBeNull()
  })
})

describe('when', () => {
  it.each([
    ['Orig 02/09/2026   Fill 03/11/2026', '2026-11-03'],
    ['Original date 02/09/2026\n03/11/2026', '2026-11-03'],
    ['Date written 01/11/2026 Dispensed 03/11/2026', '2026-11-03'],
    ['Next due 01/12/2026 Disp 03/11/26', '2026-11-03'],
    ['Exp 03/2028 Discard after 03/11/2027\nDate 2O/1O/2026', '2026-10-20'],
    ['DOB O4/02/1950   l2/11/26', '2026-11-12'],
    ['Mrs K Low 4 Nov 25', '2025-11-04'],
    ['Orig 02/09/2026', '2026-09-02'],
  ])('%s', (text, date) => {
    expect(read(text).date?.value).toBe(date)
  })
})
