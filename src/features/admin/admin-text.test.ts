import { describe, expect, it } from 'vitest'
import type { Instant } from '#domain/lib/instant.ts'
import type { Mailing } from '#domain/protocol/admin.ts'
import {
  activityText,
  conversionRate,
  mailingText,
  mailTimeText,
  recipientText,
  setAsideText,
  signupText,
  thisMonth,
  whoText,
} from './admin-text.ts'

describe('2.admin stat cards', () => {
  it.each([
    [231, 1284, 18],
    [1, 200, 1],
    [0, 7, 0],
    [0, 0, 0],
    [7, 7, 100],
  ])('%i premium of %i users convert to %i percent', (premiumUsers, totalUsers, percent) => {
    expect(conversionRate({ premiumUsers, totalUsers })).toBe(percent)
  })

  it('say what this month added, in figures that can be read', () => {
    expect(thisMonth(1096)).toBe('+1,096 this month')
    expect(thisMonth(0)).toBe('+0 this month')
  })
})

describe('2.admin a user in a question', () => {
  const email = 'bo@example.org'
  it.each([
    ['Bo', 'Li', 'Bo Li (bo@example.org)'],
    [null, 'Li', 'Li (bo@example.org)'],
    [null, null, 'bo@example.org'],
  ])('called %s %s is “%s”', (firstName, lastName, words) => {
    expect(whoText({ firstName, lastName, email })).toBe(words)
  })
})

describe('2.admin dates', () => {
  // Half past three in the afternoon in Sydney is still the day before in Honolulu.
  const at = '2026-11-05T04:07:00.000Z' as Instant

  it('of signups are MMM d', () => {
    expect(signupText(at, 'Australia/Sydney')).toBe('Nov 5')
    expect(signupText(at, 'Pacific/Honolulu')).toBe('Nov 4')
  })

  it('of mails are MMM d, yyyy HH:mm', () => {
    expect(mailTimeText(at, 'Australia/Sydney')).toBe('Nov 5, 2026 15:07')
  })

  it('of activity are MMM d, HH:mm', () => {
    expect(activityText(at, 'Pacific/Honolulu')).toBe('Nov 4, 18:07')
  })
})

describe('2.admin the recipient summary', () => {
  const stats = { totalUsers: 1284, premiumUsers: 231, freeUsers: 1053 }
  it.each([
    ['all', 'All users (1,284)'],
    ['premium', 'Premium users (231)'],
    ['free', 'Free users (1,053)'],
    ['trial', 'Trial users'],
    ['individual', 'No recipient selected'],
  ] as const)('of %s is %s', (recipientType, words) => {
    expect(recipientText({ recipientType, recipientEmail: '' }, stats)).toBe(words)
  })

  it('of one person is the address that was entered', () => {
    const draft = { recipientType: 'individual', recipientEmail: ' ann@example.org ' } as const
    expect(recipientText(draft, stats)).toBe('ann@example.org')
  })
})

describe('the progress of a mail to many', () => {
  const mailing: Mailing = {
    id: '1',
    recipientType: 'all',
    subject: 'News',
    createdAt: '2026-11-05T04:07:00.000Z' as Instant,
    recipients: 10_000,
    sent: 4200,
    failed: 0,
    inDoubt: 0,
    withheld: 0,
    finishedAt: null,
  }

  it('names what did not arrive only where there is such', () => {
    expect(mailingText(mailing)).toBe('4,200 of 10,000 sent')
    expect(mailingText({ ...mailing, sent: 9991, failed: 3, inDoubt: 2, withheld: 4 })).toBe(
      '9,991 of 10,000 sent, 3 failed, 4 unsubscribed meanwhile, 2 in doubt: they may have arrived',
    )
  })
})

it('R8.6 what is set aside is said with how many and since when', () => {
  const since = '2026-11-24T04:05:00.000Z' as Instant
  expect(setAsideText({ kind: 'schedule', accounts: 1, since }, 'Australia/Sydney')).toBe(
    'Reminders of 1 account cannot be planned, since Nov 24, 15:05.',
  )
  expect(setAsideText({ kind: 'device', accounts: 1200, since }, 'UTC')).toBe(
    'Devices of 1,200 accounts cannot be sent to, since Nov 24, 04:05.',
  )
})
