import { msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
/** What a user writes to us (specification, section 7, POST /api/contact). */
export interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const satisfies (keyof ContactMessage)[]

/** The most characters of each field. */
export const CONTACT_MOST = { name: 200, email: 254, subject: 200, message: 5000 } as const

/**
 * The rule of browsers' own e-mail fields (HTML Living Standard), plus a dot in the domain, because nobody reads mail
 * at `me@home`.
 */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

/** Returns whether mail to this address could arrive; surrounding spaces do not count. */
export const isEmail = (text: string): boolean => text.trim().length <= CONTACT_MOST.email && EMAIL.test(text.trim())

/** From the specification (section 5). */
export const INVALID_EMAIL = msg('Please enter a valid email address')

/** Returns the message as it is sent: its parts trimmed, name and subject on one line. */
export const trimmedContact = (typed: ContactMessage): ContactMessage => ({
  name: typed.name.trim().replace(/\s+/g, ' '),
  email: typed.email.trim(),
  subject: typed.subject.trim().replace(/\s+/g, ' '),
  message: typed.message.trim(),
})

/**
 * Returns what is wrong with each field, in the specification's own text (section 5); empty if nothing is. Spaces
 * around a text do not count.
 */
export function contactProblems(typed: ContactMessage): Partial<ContactMessage> {
  const { name, email, subject, message } = trimmedContact(typed)
  const problems: Partial<ContactMessage> = {}
  if (name.length < 2) problems.name = t('Name must be at least 2 characters')
  if (!isEmail(email)) problems.email = t(INVALID_EMAIL)
  if (subject.length < 5) problems.subject = t('Subject must be at least 5 characters')
  if (message.length < 10) problems.message = t('Message must be at least 10 characters')
  if (name.length > CONTACT_MOST.name)
    problems.name = t('Name must be at most {most} characters', { most: CONTACT_MOST.name })
  if (subject.length > CONTACT_MOST.subject) {
    problems.subject = t('Subject must be at most {most} characters', { most: CONTACT_MOST.subject })
  }
  if (message.length > CONTACT_MOST.message) {
    problems.message = t('Message must be at most {most} characters', { most: CONTACT_MOST.message })
  }
  return problems
}
