import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readSpokenDocument } from './spoken-document.ts'

const TODAY = '2026-11-22' as LocalDate
const read = (text: string) => Object.values(readSpokenDocument(text, TODAY))

describe('what somebody says of a document', () => {
  it.each<[string, string | null, string | null, string | null]>([
    ['Referral to Dr Lee from 3 March 2026', 'Referral to Dr Lee', 'referral', '2026-03-03'],
    ['This is my blood test from today.', 'Blood test', 'test_record', '2026-11-22'],
    ["it's the MRI report of the 12th of October", 'MRI report', 'test_record', '2026-10-12'],
    ['um save the pathology results dated 21/04/2026', 'Pathology results', 'test_record', '2026-04-21'],
    ['a referral for a blood test', 'Referral for a blood test', 'referral', null],
    ['letter from the cardiologist', 'Letter from the cardiologist', null, null],
    ['yesterday', null, null, '2026-11-21'],
    ['X-ray of the 20th of December', 'X-ray', 'test_record', '2025-12-20'],
    ['Referral, Friday', 'Referral, Friday', 'referral', null],
    ['Scan of 1 March 2031', 'Scan of 1 March 2031', 'test_record', null],
    ['', null, null, null],
  ])('%s', (text, name, type, date) => {
    expect(read(text)).toEqual([name, type, date])
  })

  it('never throws, and names nothing with words that were not said', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 700 }), (text) => {
        const { documentName } = readSpokenDocument(text, TODAY)
        expect((documentName ?? '').length).toBeLessThanOrEqual(200)
        const said = text.replace(/\s+/g, ' ').toLowerCase()
        expect(said).toContain((documentName ?? '').toLowerCase())
      }),
    )
  })
})
