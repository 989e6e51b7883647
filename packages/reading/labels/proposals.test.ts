import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'
import { type ProposedMedication, withProposals } from './proposals.ts'

const today = '2026-03-02' as LocalDate
const proposed = (what: Partial<ProposedMedication>): ProposedMedication => ({
  name: '',
  dosage: '',
  frequency: '',
  instructions: '',
  ...what,
})
const merged = (text: string, ...proposals: ProposedMedication[]) =>
  withProposals(readLabel(text, { today }).medications, proposals, { text, today })

describe('what a model proposes of a label', () => {
  it('leaves what was read, and fills what is empty, as a guess with the words of the label', () => {
    const text = 'AMOXICILLIN 500mg CAPSULES\nby the  plan of your clinic'
    const [before] = readLabel(text, { today }).medications
    const [after] = merged(
      text,
      proposed({ name: 'amoxicillin', dosage: '250 mg', instructions: 'By the plan of your clinic' }),
    )
    expect(before).toMatchObject({ name: 'Amoxicillin', dosage: '500 mg', instructions: '' })
    expect(after).toEqual({
      ...before,
      instructions: 'By the plan of your clinic',
      sources: {
        ...before?.sources,
        instructions: { words: 'by the plan of your clinic', confidence: 'guess' },
      },
    })
  })

  it('adds a medicine that was not read; every field of it is a guess, and what the label does not have has no words', () => {
    const text = 'zyxolan (new) one nightly prn'
    const [found, more] = merged(
      text,
      proposed({ name: 'Zyxolan', dosage: '10 mg', frequency: 'nightly', instructions: 'one nightly prn' }),
    )
    expect(more).toBeUndefined()
    expect(found).toMatchObject({
      dosage: '10 mg',
      schedule: { kind: 'as-needed' },
      proposedTimes: [],
      sources: {
        name: { words: 'zyxolan', confidence: 'guess' },
        dosage: { words: '', confidence: 'guess' },
        frequency: { words: 'nightly', confidence: 'guess' },
      },
    })
  })

  it('makes up no frequency, and no schedule', () => {
    const [found] = merged(
      'ZYXOLAN',
      proposed({ name: 'Zyxolan', frequency: 'twice daily', instructions: 'Take when needed' }),
    )
    expect(found).toMatchObject({ frequency: '', schedule: null })
    expect(found?.sources.frequency).toBeUndefined()
  })

  it('a frequency that it fills in names the days as well; where no schedule says the same, they stay open', () => {
    const schedules = ['ONCE WEEKLY', 'TWICE A WEEK', '0NCE A WE EK', 'ONCE DAILY'].map((frequency) => {
      const text = `Methotrexate 2.5mg tablets 24\nTake FOUR tablets\nMs E Rossi 21/10/2026\n${frequency}`
      const [found] = merged(text, proposed({ name: 'Methotrexate', frequency }))
      return [found?.frequency, found?.schedule]
    })
    expect(schedules).toEqual([
      ['ONCE WEEKLY', { kind: 'interval', everyDays: 7, anchorDate: today }],
      ['TWICE A WEEK', null],
      ['0NCE A WE EK', null],
      ['ONCE DAILY', { kind: 'daily' }],
    ])
  })

  it('takes a part of a word for no word of the label', () => {
    const [found] = merged('ZYXOLAN 1500 mg', proposed({ name: 'Zyxolan', dosage: '500 mg' }))
    expect(found?.sources.dosage?.words).not.toBe('500 mg')
  })

  it('whatever it proposes: nothing that was read is lost or changed, and words are the label’s', () => {
    const value = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('500mg', 'AMOXICILLIN', 'one a day', 'a.b*c('))
    const proposal = fc.record({ name: value, dosage: value, frequency: value, instructions: value })
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.array(proposal, { maxLength: 4 }), (print, proposals) => {
        const text = `AMOXICILLIN 500mg\n${print}`
        const read = readLabel(text, { today }).medications
        const after = withProposals(read, proposals, { text, today })
        const flat = text.replace(/\s+/g, ' ').toLowerCase()
        for (const [index, own] of read.entries())
          for (const field of ['name', 'dosage', 'frequency', 'instructions'] as const)
            if (own[field] !== '') expect(after[index]?.[field]).toBe(own[field])
        for (const { frequency, sources } of after.slice(read.length)) {
          for (const source of Object.values(sources)) {
            expect(source?.confidence).toBe('guess')
            expect(flat).toContain(source?.words.toLowerCase())
          }
          if (frequency !== '') expect(sources.frequency?.words).not.toBe('')
        }
      }),
    )
  })
})
