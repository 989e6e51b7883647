import { describe, expect, it } from 'vitest'
import type { ImportAnswer } from '#domain/protocol/import.ts'
import { addedText, addsAnything, originText, previewLines, problemText } from './import-text.ts'

const counts = (added = 0, there = 0) => ({ inFile: added + there, added, there })
const answer = (fields: Partial<ImportAnswer> = {}): ImportAnswer => ({
  email: 'ada@example.org',
  exportedAt: '2026-11-21T22:00:00.000Z' as ImportAnswer['exportedAt'],
  medications: counts(),
  doses: counts(),
  supply: counts(),
  appointments: counts(),
  documents: { ...counts(), withoutPicture: 0 },
  prescriptions: { ...counts(), withoutPicture: 0 },
  emergency: counts(),
  problems: [],
  problemCount: 0,
  ...fields,
})

describe('the words of an import', () => {
  it('says the day in the plan zone, and the account when the file says it', () => {
    expect(originText(answer(), 'Australia/Sydney')).toBe('Made on Nov 22, 2026 from the account of ada@example.org.')
    expect(originText(answer({ email: null }), 'Europe/Lisbon')).toBe('Made on Nov 21, 2026.')
  })

  it('has a line for each kind of which there is any: what is new, and what is here already', () => {
    const documents = { inFile: 3, added: 0, there: 2, withoutPicture: 1 }
    const prescriptions = { ...counts(1), withoutPicture: 0 }
    expect(previewLines(answer({ medications: counts(1), doses: counts(30, 4), documents, prescriptions }))).toEqual([
      '1 medicine to add',
      '30 dose entries to add, 4 already here',
      '2 documents already here, left as they are',
      '1 scan to add',
      '1 document left out: no picture in the file',
    ])
  })

  it('says what was added, and that nothing was', () => {
    const some = answer({ medications: counts(2), appointments: counts(1) })
    expect([addsAnything(some), addedText(some)]).toEqual([true, '2 medicines, 1 appointment added.'])
    const none = answer({ medications: counts(0, 2) })
    expect([addsAnything(none), addedText(none)]).toEqual([false, 'Everything in the file was here already.'])
  })

  it('says where in the file a problem is', () => {
    const problem = { file: 'doses.json', entry: 3, field: 'id', rule: 'id must not come twice.' }
    expect(problemText(problem)).toBe('doses.json, entry 3: id must not come twice.')
    expect(problemText({ ...problem, entry: null })).toBe('doses.json: id must not come twice.')
  })
})
