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
    ['DaIeside', 'Daleside'],
    ['HAEMAT0LOGY', 'HAEMATOLOGY'],
    ['vvith', 'with'],
    ['lf', 'If'],
    ['Iens', 'Lens'],
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
