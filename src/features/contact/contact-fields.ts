import { type Message, msg } from '#domain/language/message.ts'
import { CONTACT_MOST, type ContactMessage } from '#domain/records/contact.ts'

interface ContactField {
  name: keyof ContactMessage
  label: Message
  /** The browser's autofill for it; null for a multi-line field, which has none. */
  input: { type: string; autoComplete: string } | null
  maxLength: number
}

/** The fields of the form, in order. */
export const FIELDS: readonly ContactField[] = [
  {
    name: 'name',
    label: msg('Your name'),
    input: { type: 'text', autoComplete: 'name' },
    maxLength: CONTACT_MOST.name,
  },
  {
    name: 'email',
    label: msg('Email'),
    input: { type: 'email', autoComplete: 'email' },
    maxLength: CONTACT_MOST.email,
  },
  {
    name: 'subject',
    label: msg('Subject'),
    input: { type: 'text', autoComplete: 'off' },
    maxLength: CONTACT_MOST.subject,
  },
  { name: 'message', label: msg('Message'), input: null, maxLength: CONTACT_MOST.message },
]

export const MESSAGE_ROWS = 8
export const SEND = msg('Send Message')
