import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readDocumentText } from './document-text.ts'

const today = '2026-11-22' as LocalDate

describe('the print on a document', () => {
  it.each([
    [
      'Eastside Pathology\nBLOOD TEST RESULTS\nPatient: Grace Taylor\nDOB 03/04/1950\nCollected 12/11/2026',
      { documentName: 'Blood test results', documentType: 'test_record', documentDate: '2026-11-12' },
    ],
    [
      'Dr Helen Nguyen\nReferral to cardiology\n5 October 2026\nThank you for seeing her.',
      { documentName: 'Referral to cardiology', documentType: 'referral', documentDate: '2026-10-05' },
    ],
    [
      'Dear Dr Raman, thank you for seeing Grace, who is referred with chest pain.',
      { documentName: null, documentType: 'referral', documentDate: null },
    ],
    ['Valid to 1/12/2026\nGrace Taylor', { documentName: null, documentType: null, documentDate: null }],
    ['', { documentName: null, documentType: null, documentDate: null }],
  ])('%j is read as what it says, and no more', (text, found) => {
    expect(readDocumentText(text, today)).toEqual(found)
  })
})
