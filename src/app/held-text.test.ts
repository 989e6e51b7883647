import { describe, expect, it } from 'vitest'
import type { HeldData } from '#src/data/transfer.ts'
import { heldText, lostText } from './held-text.ts'

const kept = (part: Partial<HeldData>): HeldData => ({
  medications: 0,
  appointments: 0,
  doses: 0,
  documents: 0,
  scans: 0,
  changes: 0,
  lostDocuments: [],
  ...part,
})

describe('S11.11 what this device kept of a lost account, in words', () => {
  it.each([
    [{ medications: 1, doses: 1 }, '1 medication and 1 logged dose'],
    [
      { medications: 2, appointments: 1, doses: 3, documents: 1, scans: 2, changes: 9 },
      '2 medications, 1 appointment, 3 logged doses, 1 document and 2 scans',
    ],
    [{ documents: 2 }, '2 documents'],
    [{ changes: 1 }, '1 unsent change'],
    [{ lostDocuments: ['X-ray'] }, null],
  ])('S11.11 of %j: %s', (part, words) => {
    expect(heldText(kept(part))).toBe(words)
  })

  it.each([
    [[], null],
    [['X-ray'], 'It does not have the whole picture of “X-ray”. A device that saved it can bring it back.'],
    [
      ['X-ray', 'Blood test'],
      'It does not have the whole pictures of “X-ray” and “Blood test”. A device that saved them can bring them back.',
    ],
  ])('S11.11 documents that cannot be brought back are named: %j', (lostDocuments, words) => {
    expect(lostText(kept({ lostDocuments }))).toBe(words)
  })
})
