import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

const who = (text: string): string | null => {
  const fact = readAppointment(text, '2026-11-20' as LocalDate).doctorName
  return fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
}

describe('what stands behind a name is none of it', () => {
  test.each([
    ['Dr P Moss Rm 4 Friday 9am', 'P Moss'],
    ['DR P MOSS RM 4\nFriday 27 November 9am', 'P MOSS'],
    ['Dr Emma Hill Ward 3 Friday 9am', 'Emma Hill'],
    ['Dr Emma Hill Gate B2 Friday 9am', 'Emma Hill'],
    ['Dr Emma Ward Friday 9am', 'Emma Ward'],
    ['Dr Emma Gates Friday 9am', 'Emma Gates'],
    ['Dr Emma Bay on Friday', 'Emma Bay'],
    ['Dr Emma Block, 9am', 'Emma Block'],
    ['10/12/26   11.30   MW Joan Pratt   Elm Tree\nLevel 2', 'Joan Pratt?'],
    ['10/12/26   11.30   Dr Joan Pratt   Elm Tree\nLevel 2', 'Joan Pratt?'],
    ['Dr Joan Pratt   11.30\nTue 8 December 2026', 'Joan Pratt'],
    ['Dr   Joan Pratt\nTue 8 December 2026', 'Joan Pratt'],
  ])('%j: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })
})

describe('a name that a camera or a line may have broken', () => {
  test.each([
    ['Dr Niamh 0’Hara Friday 9am', 'Niamh O’Hara?'],
    ['Dr Sean Murph1 Friday 9am', 'Sean?'],
    ['Dr Sean Murphy 9am Friday', 'Sean Murphy'],
    ['Dr Sean Murphy 2nd December', 'Sean Murphy'],
    ['We would like to discuss this with you. Dr Imogen\nTeale has kept 10 am on 7 December 2026', 'Imogen Teale?'],
    ['You are booked in on 7 December 2026 with Dr Emma\nHalloran in the eye clinic', 'Emma Halloran?'],
    ['You are booked in on 7 December 2026 with Dr Emma\nHalloran (Consultant)', 'Emma Halloran?'],
    ['Please come on 7 December 2026 at 9 am to see Dr Hart\nParking is limited', 'Hart'],
    ['Please come on 7 December 2026 at 9 am to see Dr Teale\nReception is on level 2', 'Teale'],
    ['Please come on 7 December 2026 at 9 am to see Dr Teale\nBring your letter', 'Teale'],
    ['Dr Teale\n7 December 2026 9am', 'Teale'],
    ['Dr Teale\nHarbour Street Surgery\n7 December 2026', 'Teale'],
    ['Dr Imogen\nElm Clinic\n7 December 2026', 'Imogen'],
  ])('%j: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })
})

describe('the field of a name', () => {
  test.each([
    ['dr’s name: sabir\nTuesday 24 November 10.45am', 'sabir?'],
    ['Doctor’s name: Lee\nTuesday 24 November 10.45am', 'Lee'],
    ['Nurse name: to be confirmed\nTuesday 24 November 10.45am', null],
    ['Name: Ruby Lee\nTuesday 24 November 10.45am', null],
    ['TO: MRS RUBY WILKES\nTuesday 24 November 10.45am', null],
    ['You will see: Midwife Joan Pratt\nTuesday 24 November 10.45am', 'Joan Pratt'],
  ])('%j: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })
})
