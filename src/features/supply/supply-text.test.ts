import { describe, expect, it } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import { noticeTitle } from '#domain/supply/notice-text.ts'
import type { SupplyState } from '#domain/supply/supply-state.ts'
import { bookText, excessText, leftText } from '#domain/supply/supply-text.ts'
import { day } from '#domain/testing/samples.ts'
import { readAmount, readSettings, settingsValuesOf } from './supply-values.ts'

const state = (amount: string | null, fields: Partial<SupplyState> = {}): SupplyState => ({
  unit: 'tablet',
  onHand: amount === null ? null : { amount: amount as Amount, excess: '0' as Amount },
  runsOutOn: null,
  isEstimate: false,
  daysLeft: null,
  bookBy: null,
  latest: null,
  ...fields,
})
const DEC3 = { runsOutOn: day('2026-12-03'), daysLeft: 13 }

describe('the words about a supply', () => {
  it.each<[SupplyState, string]>([
    [state(null), 'Not counted yet'],
    [state('0', { ...DEC3, daysLeft: 0 }), 'Nothing left'],
    [state('12'), '12 tablets left'],
    [state('12', DEC3), '12 tablets left, until Thu, Dec 3'],
    [state('1.5', { ...DEC3, isEstimate: true }), '1½ tablets left, until about Thu, Dec 3'],
    [state('1', { ...DEC3, daysLeft: 0 }), '1 tablet left, not enough for today'],
  ])('%#: what is left', (supply, text) => {
    expect(leftText(supply)).toBe(text)
  })

  it('names what was logged beyond what was there', () => {
    const beyond = (excess: string) =>
      excessText(state('0', { onHand: { amount: '0' as Amount, excess: excess as Amount } }))
    expect(['0', '1', '2', '0.5', '1.5'].map(beyond)).toEqual([
      null,
      '1 more was logged than was there.',
      '2 more were logged than were there.',
      '½ more was logged than was there.',
      '1½ more were logged than were there.',
    ])
  })

  it('says what runs out or expires, and when', () => {
    const of = (about: 'supply' | 'script' | 'pack', days: number, isEstimate = false) =>
      noticeTitle('Metformin', { about, days }, { isEstimate })
    expect([of('supply', 7), of('supply', 1), of('supply', 0), of('supply', 5, true)]).toEqual([
      'Metformin runs out in 7 days',
      'Metformin runs out in 1 day',
      'Metformin runs out today',
      'Metformin runs out in about 5 days',
    ])
    expect([of('script', 30), of('script', 0), of('pack', -3)]).toEqual([
      'The script for Metformin expires in 30 days',
      'The script for Metformin expires today',
      'The pack of Metformin has expired',
    ])
  })

  it('says by when to book', () => {
    const today = day('2026-11-20')
    expect(bookText(state('1'), today)).toBeNull()
    expect(bookText(state('1', { bookBy: day('2026-11-25') }), today)).toBe(
      'No repeats left: book an appointment by Wed, Nov 25.',
    )
    expect(bookText(state('1', { bookBy: today }), today)).toBe('No repeats left: book an appointment now.')
  })
})

describe('what is typed', () => {
  it('is read back as it is shown', () => {
    const values = {
      ...settingsValuesOf(null),
      repeatsLeft: '2',
      scriptExpiresOn: '2027-01-01',
      prescriber: ' Dr. Lee ',
    }
    expect(readSettings(values)).toMatchObject({
      ok: true,
      value: { warnDays: 7, repeatsLeft: 2, scriptExpiresOn: '2027-01-01', packExpiresOn: null, prescriber: 'Dr. Lee' },
    })
  })

  it('names each field that is wrong', () => {
    const read = readSettings({ ...settingsValuesOf(null), warnDays: '', repeatsLeft: 'many', leadDays: '61' })
    expect(read.ok ? [] : Object.keys(read.error).sort()).toEqual(['leadDays', 'repeatsLeft', 'warnDays'])
  })

  it.each<[string, boolean, string | null]>([
    ['.5', false, '0.5'],
    ['1 1/2', false, '1.5'],
    ['0', true, '0'],
    ['0', false, null],
    ['a few', false, null],
    ['', true, null],
    ['6000000', true, '6000000'],
    ['10000001', true, null],
  ])('%j, which may be nothing: %s', (amount, mayBeNothing, expected) => {
    const read = readAmount({ amount, expiresOn: '' }, { mayBeNothing })
    expect(read.ok ? read.value.amount : null).toBe(expected)
  })
})
