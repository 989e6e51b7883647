import { describe, expect, it } from 'vitest'
import { attemptOf } from '#src/session/attempt.ts'
import { EMPTY_GRANT, grantLack, grantOf, grantProblems } from './grant-draft.ts'
import { EMPTY_MAIL, type MailDraft, mailLack, mailOf, mailProblems } from './mail-draft.ts'

describe('9.23 a promotion', () => {
  it('goes back to Free unless somebody chooses otherwise, and the address is what names the user', () => {
    expect(grantOf({ ...EMPTY_GRANT, email: ' ann@example.org ', months: ' 3 ' })).toEqual({
      userId: 'ann@example.org',
      months: 3,
      promoType: 'downgrade_to_free',
    })
  })

  it.each(['1', '36', ' 12 '])('may be %j months long', (months) => {
    expect(grantProblems({ ...EMPTY_GRANT, email: 'ann@example.org', months })).toEqual({})
  })

  it.each(['', '0', '37', '-1', '1.5', '1e1', 'three', '99999999999'])('may not be %j months long', (months) => {
    expect(grantProblems({ ...EMPTY_GRANT, email: 'ann@example.org', months })).toEqual({
      months: 'Please enter a whole number of months from 1 to 36',
    })
  })

  it.each(['', 'ann', 'ann@home', 'ann @example.org'])('is for an address, which %j is not', (email) => {
    expect(grantProblems({ ...EMPTY_GRANT, email, months: '3' })).toEqual({
      email: 'Please enter a valid email address',
    })
  })

  it.each([
    ['', ''],
    [' ', '3'],
    ['ann@example.org', ' '],
  ])('5.7 of %j for %j months lacks something', (email, months) => {
    expect(grantLack({ ...EMPTY_GRANT, email, months })).toEqual({
      title: 'Missing Information',
      description: 'Please enter user email and number of months',
    })
  })

  it('5.7 lacks nothing where both are there, though they be wrong', () => {
    expect(grantLack({ ...EMPTY_GRANT, email: 'ann', months: '0' })).toBeNull()
  })
})

describe('5.7 a mail to users', () => {
  const typed = {
    ...EMPTY_MAIL,
    recipientEmail: ' ann@example.org ',
    subject: ' Hello ',
    message: 'All is well.\n',
  }

  it('is for one person unless somebody chooses otherwise, and their address goes with it', () => {
    expect(mailProblems(typed)).toEqual({})
    expect(mailOf(typed)).toEqual({
      recipientType: 'individual',
      recipientEmail: 'ann@example.org',
      subject: 'Hello',
      message: 'All is well.',
    })
  })

  it.each(['all', 'premium', 'trial', 'free'] as const)('to %s has no address', (recipientType) => {
    expect(mailProblems({ ...typed, recipientType, recipientEmail: '' })).toEqual({})
    expect(mailOf({ ...typed, recipientType })).not.toHaveProperty('recipientEmail')
  })

  it('needs a recipient, a subject and a message', () => {
    expect(mailProblems({ ...EMPTY_MAIL, subject: '  ', message: '\n' })).toEqual({
      recipientEmail: 'Please enter recipient email',
      subject: 'Please enter a subject',
      message: 'Please enter a message',
    })
  })

  it('says beside the field that an address is none', () => {
    expect(mailProblems({ ...typed, recipientEmail: 'ann' })).toEqual({
      recipientEmail: 'Please enter a valid email address',
    })
  })

  const missingText = { title: 'Missing Information', description: 'Please enter subject and message' }
  const missingRecipient = { title: 'Missing Recipient', description: 'Please enter recipient email' }

  it.each([
    ['a subject', { subject: ' ' }, missingText],
    ['a message', { message: '\n' }, missingText],
    ['a message and a recipient', { message: '', recipientEmail: '' }, missingText],
    ['a recipient', { recipientEmail: ' ' }, missingRecipient],
    ['nothing but a right address', { recipientEmail: 'ann' }, null],
    ['nothing', {}, null],
  ])('without %s says what is missing', (_what, changes, words) => {
    expect(mailLack({ ...typed, ...changes })).toEqual(words)
  })

  it('to many lacks no recipient', () => {
    expect(mailLack({ ...typed, recipientType: 'all', recipientEmail: '' })).toBeNull()
  })

  it('goes out again under the key of the first try, and under another one when a word was changed', () => {
    const keys = ['key 1', 'key 2', 'key 3']
    const newKey = () => String(keys.shift())
    const first = attemptOf(mailOf(typed), null, newKey)
    expect(first).toEqual({ body: mailOf(typed), key: 'key 1' })
    const again = (changes: Partial<MailDraft>) => attemptOf(mailOf({ ...typed, ...changes }), first, newKey).key
    expect(again({ subject: 'Hello' })).toBe('key 1')
    expect(again({ message: 'All is better.' })).toBe('key 2')
    expect(again({ recipientType: 'all' })).toBe('key 3')
  })
})
