import { describe, expect, it } from 'vitest'
import { CONTACT_MOST, type ContactMessage, contactProblems, trimmedContact } from './contact.ts'

const GOOD: ContactMessage = { name: 'Bo', email: 'bo@example.org', subject: 'Hello', message: '0123456789' }

describe('a contact message (specification, section 5)', () => {
  it('of the shortest allowed texts is fine', () => expect(contactProblems(GOOD)).toEqual({}))

  it.each<[keyof ContactMessage, string, string]>([
    ['name', 'B', 'Name must be at least 2 characters'],
    ['name', ' B ', 'Name must be at least 2 characters'],
    ['subject', 'Hell', 'Subject must be at least 5 characters'],
    ['subject', '     Hell', 'Subject must be at least 5 characters'],
    ['message', '012345678', 'Message must be at least 10 characters'],
    ['name', 'B'.repeat(CONTACT_MOST.name + 1), 'Name must be at most 200 characters'],
    ['subject', 'B'.repeat(CONTACT_MOST.subject + 1), 'Subject must be at most 200 characters'],
    ['message', 'B'.repeat(CONTACT_MOST.message + 1), 'Message must be at most 5000 characters'],
  ])('with the %s %j says what is wrong with it', (field, typed, sentence) => {
    expect(contactProblems({ ...GOOD, [field]: typed })).toEqual({ [field]: sentence })
  })

  it.each([
    '',
    'bo',
    'bo@',
    '@example.org',
    'bo@home',
    'bo bo@example.org',
    'bo@example.org, al@example.org',
    'bo@-a.org',
    `${'b'.repeat(250)}@example.org`,
  ])('with the address %j asks for a valid one', (email) => {
    expect(contactProblems({ ...GOOD, email })).toEqual({ email: 'Please enter a valid email address' })
  })

  it.each([
    'bo@example.org',
    'bo.o+tag@mail.example.co.uk',
    "o'hara@example.org",
    'BO@EXAMPLE.ORG',
    ' bo@example.org ',
  ])('takes the address %j', (email) => expect(contactProblems({ ...GOOD, email })).toEqual({}))

  it('with nothing in it names all four', () => {
    expect(Object.keys(contactProblems({ name: '', email: '', subject: '', message: '' }))).toEqual([
      'name',
      'email',
      'subject',
      'message',
    ])
  })

  it('is sent without blanks around its parts', () => {
    expect(trimmedContact({ ...GOOD, name: ' Bo ', message: '\n0123456789\n' })).toEqual(GOOD)
    expect(trimmedContact({ ...GOOD, subject: 'Two\r\nlines' }).subject).toBe('Two lines')
  })
})
