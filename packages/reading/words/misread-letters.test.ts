import { expect, test } from 'vitest'
import { withLetters } from './misread-letters.ts'

test.each([
  ['CARDlOLOGY', 'CARDIOLOGY'],
  ['Rheumatol0gy', 'Rheumatology'],
  ['RHEUMATOL0GY', 'RHEUMATOLOGY'],
  ['Wood1ands', 'Woodlands'],
  ['BrookIands', 'Brooklands'],
  ['0rthodontics', 'Orthodontics'],
  ['CLlNlC', 'CLINIC'],
  ['5unshine', 'Sunshine'],
])('%s: %s', (read, printed) => {
  expect(withLetters(read)).toBe(printed)
})

test.each([
  ['McIntyre'],
  ['A1'],
  ['W1A'],
  ['K4471'],
  ['HAEMTEL2'],
  ['DeSouza'],
  ['Il'],
  ['Lille'],
  ['lloyd'],
  ['lbs'],
  ['B12'],
  ['O2'],
])('%s stays what it is', (read) => {
  expect(withLetters(read)).toBe(read)
})
