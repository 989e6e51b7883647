import { t } from '#domain/language/translate.ts'
import type { AdminMail, RecipientType } from '#domain/protocol/admin.ts'
import type { Attempt } from '#src/session/attempt.ts'
import type { ToastInput } from '#src/ui/toast-store.ts'
import { looksLikeEmail } from './looks-like-email.ts'

/** A mail to users as typed. */
export interface MailDraft {
  recipientType: RecipientType
  recipientEmail: string
  subject: string
  message: string
  /** Null before the first attempt to send it. */
  attempt: Attempt<AdminMail> | null
}

/** Specification, section 9: defaults to one recipient. */
export const EMPTY_MAIL: MailDraft = {
  recipientType: 'individual',
  recipientEmail: '',
  subject: '',
  message: '',
  attempt: null,
}

/** Returns the toast for missing input (specification, section 5); null if none is missing. */
export function mailLack({ recipientType, recipientEmail, subject, message }: MailDraft): ToastInput | null {
  if (subject.trim() === '' || message.trim() === '')
    return { title: t('Missing Information'), description: t('Please enter subject and message') }
  return recipientType === 'individual' && recipientEmail.trim() === ''
    ? { title: t('Missing Recipient'), description: t('Please enter recipient email') }
    : null
}

export type MailProblems = Partial<Record<'recipientEmail' | 'subject' | 'message', string>>

/** Returns what is wrong with each field; empty if nothing is. The server has the last word. */
export function mailProblems({ recipientType, recipientEmail, subject, message }: MailDraft): MailProblems {
  const problems: MailProblems = {}
  if (recipientType === 'individual' && recipientEmail.trim() === '')
    problems.recipientEmail = t('Please enter recipient email')
  else if (recipientType === 'individual' && !looksLikeEmail(recipientEmail))
    problems.recipientEmail = t('Please enter a valid email address')
  if (subject.trim() === '') problems.subject = t('Please enter a subject')
  if (message.trim() === '') problems.message = t('Please enter a message')
  return problems
}

/** Returns what is sent for a draft without problems; the address only goes with mail to one recipient. */
export function mailOf({ recipientType, recipientEmail, subject, message }: MailDraft): AdminMail {
  const texts = { subject: subject.trim(), message: message.trim() }
  return recipientType === 'individual'
    ? { recipientType, recipientEmail: recipientEmail.trim(), ...texts }
    : { recipientType, ...texts }
}
