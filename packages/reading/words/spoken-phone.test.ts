import { describe, expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

const plain = (said: string): string => plainText(said).text

describe('a telephone number that is spelled out is one number', () => {
  test.each([
    ['ring oh one six three two, nine six oh double four two', 'ring 01632960442'],
    ['oh four one two triple five oh one nine', '0412555019'],
    ['the number is oh eight hundred one two three four five six', 'the number is 0800123456'],
    ['call one eight hundred five five five oh one nine nine', 'call 18005550199'],
    ['nought one four one four nine six oh two one five', '01414960215'],
    ['plus four four seven seven double oh nine hundred one two three', '+447700900123'],
    ['tel zero one two one, four nine six, zero one two three', 'tel 01214960123'],
    ['phone 0141 496 oh two one five', 'phone 01414960215'],
    ['call me on seven seven five twenty three forty five', 'call me on 7752345'],
  ])('%s: %s', (said, text) => {
    expect(plain(said)).toBe(text)
  })

  test.each([
    ['at eight, nine, ten, eleven, one, two, three', 'at 8, 9, 10, 11, 1, 2, 3'],
    ['oh ten fifteen twenty thirty', 'oh 10 15 20 30'],
    ['take one two or three', 'take 1 2 or 3'],
    ['call 020 7946 0654', 'call 020 7946 0654'],
    ['at oh five thirty', 'at 05 30'],
    ['two five hundred milligram tablets', '2 500 milligram tablets'],
    ['doctor oh on monday', 'doctor oh on monday'],
    ['a constructor double five', 'a constructor 5 5'],
  ])('%s spells none: %s', (said, text) => {
    expect(plain(said)).toBe(text)
  })
})
