import { describe, expect, it } from 'vitest'
import { at } from '../testing/samples.ts'
import { type ConsentRequest, consentLinkAt, isSameMailbox, nameForOthers } from './consent.ts'

const SENT = at('2026-11-20 16:12')
const SEVEN_DAYS = 7 * 24 * 60 * 60_000
const link = (fields: Partial<ConsentRequest>, now = SENT) =>
  consentLinkAt({ sentAt: SENT, decision: null, withdrawnAt: null, isNewest: true, ...fields }, now)

describe('a consent link', () => {
  it('works for 7 × 24 hours, to the second', () => {
    expect(link({}, SENT + SEVEN_DAYS - 1)).toBe('open')
    expect(link({}, SENT + SEVEN_DAYS)).toBe('expired')
  })

  it('is dead once a newer one was sent, expired or not', () => {
    expect(link({ isNewest: false })).toBe('replaced')
    expect(link({ isNewest: false }, SENT + SEVEN_DAYS)).toBe('replaced')
  })

  it('keeps what was decided, past its seven days and newer links: that is where a parent withdraws', () => {
    const late = SENT + 52 * SEVEN_DAYS
    expect(link({ decision: 'accepted', isNewest: false }, late)).toBe('accepted')
    expect(link({ decision: 'accepted', withdrawnAt: late, isNewest: false }, late)).toBe('withdrawn')
    expect(link({ decision: 'declined', isNewest: false }, late)).toBe('declined')
  })
})

describe('the child’s own mailbox', () => {
  it.each([
    ['teen@example.org', 'Teen@Example.org'],
    ['teen@example.org', 'teen+mum@example.org'],
    ['teen+app@example.org', 'teen+mum@example.org'],
    ['teen@example.org', ' teen@example.org '],
    ['j.doe@gmail.com', 'jdoe+x@googlemail.com'],
  ])('%s is also %s', (one, other) => expect(isSameMailbox(one, other)).toBe(true))

  it.each([
    ['teen@example.org', 'mum@example.org'],
    ['teen@example.org', 'teen@example.com'],
    ['j.doe@example.org', 'jdoe@example.org'],
  ])('%s is not %s', (one, other) => expect(isSameMailbox(one, other)).toBe(false))
})

describe('what a stranger’s mail calls the person', () => {
  const email = 'lachlan.p@example.org'
  it.each([
    ['Lachlan', 'Papadopoulos', 'Lachlan', 'Lachlan Papadopoulos'],
    ['Zoë', 'O’Brien-Nuñez', 'Zoë', 'Zoë O’Brien-Nuñez'],
    ['Lachlan Jr.', null, 'Lachlan Jr.', 'Lachlan Jr.'],
    ['J. R. R.', 'Tolkien', 'J. R. R.', 'J. R. R. Tolkien'],
    ['Lachlan', 'at www.example.com', 'Lachlan', 'Lachlan'],
  ])('%s %s by name', (firstName, lastName, short, full) => {
    expect(nameForOthers({ firstName, lastName, email })).toEqual({ short, full })
  })

  it.each([[null], ['www.example.com'], ['Win at http://x.example'], ['Call 0400 000 000'], ['a.b']])(
    '%s by address',
    (firstName) => {
      expect(nameForOthers({ firstName, lastName: 'Smith', email })).toEqual({ short: email, full: null })
    },
  )
})
