import { describe, expect, test } from 'vitest'
import { asPrinted } from './misread-words.ts'

describe('a word that a camera misread is the word that was printed', () => {
  test.each([
    ['appointrnents', 'appointments'],
    ['Tirne', 'Time'],
    ['Wornen’s', "Women's"],
    ['Te1', 'Tel'],
    ['D0B', 'DOB'],
    ['Apri1', 'April'],
    ['ApriI', 'April'],
    ['Novernber', 'November'],
    ['CONFlRM', 'CONFIRM'],
    ['PODlATRY', 'PODIATRY'],
    ['MIDWlFE', 'MIDWIFE'],
    ['Cllnlc', 'Clinic'],
    ['Hospltal', 'Hospital'],
    ['DaIeside', 'Daleside'],
    ['HAEMAT0LOGY', 'HAEMATOLOGY'],
    ['vvith', 'with'],
    ['lf', 'If'],
    ['Iens', 'Lens'],
    ['30arn', '30am'],
    ['14Sep', '14 Sep'],
    ['lOctober', 'l October'],
    ['3rdMay2026', '3rd May 2026'],
    ['Thursday11', 'Thursday 11'],
    ['Tue1st', 'Tue 1st'],
    ['May9', 'May 9'],
    ['June2026', 'June 2026'],
    ['Ring0113', 'Ring 0113'],
    ['between2pm', 'between 2pm'],
    ['DrRuth', 'Dr Ruth'],
    ['HilltopHospital', 'Hilltop Hospital'],
  ])('%s is %s', (read, printed) => {
    expect(asPrinted(read)).toBe(printed)
  })

  test.each([
    ['modern'],
    ['Burns'],
    ['Barnes'],
    ['Clay'],
    ['McInnes'],
    ['MacIntyre'],
    ['B12'],
    ['MediClinic'],
    ['MayField'],
    ['Covid19'],
    ['May'],
    ['DrK'],
    ['LaToya'],
    ['Mayo'],
    ['Sunil'],
    ['Marl'],
    ['Level1'],
    ['Room2'],
    ['HAEM7'],
    ['Women’s'],
    ['RN'],
    ['II'],
    ['Will'],
    ['All'],
    ['of'],
  ])('%s is what it is', (word) => {
    expect(asPrinted(word)).toBe(word)
  })
})
