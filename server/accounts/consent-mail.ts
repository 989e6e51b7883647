import { CONSENT_LINK_LIFE, nameForOthers } from '#domain/access/consent.ts'
import { t } from '#domain/language/translate.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'
import type { UserRow } from './sessions.ts'
import { wallOf } from './wall-time.ts'

/**
 * Builds the mail to a parent: who asks, what is stored, the link, and how to stop these mails. It says nothing about
 * the child's health, because nothing is known yet.
 */
export function consentMail(
  user: Pick<UserRow, 'email' | 'firstName' | 'lastName' | 'timeZone'>,
  request: { parentEmail: string; sentAt: Date },
  links: { decide: string; noMore: string },
): Mail {
  const { short, full } = nameForOthers(user)
  const who = full ? `${full} (${user.email})` : user.email
  const ends = wallOf(request.sentAt.getTime() + CONSENT_LINK_LIFE, user.timeZone)
  const asks = t(
    '{who} would like to use Dosewell, an app that reminds people to take their medicines, and has named you as parent or guardian. Because {name} is under 18, you decide.',
    { who, name: short },
  )
  const stored = t(
    'If you agree, Dosewell stores the medicines, reminders, appointments and documents that {name} enters. It gives no medical or dosing advice, and nothing is sold or shown to advertisers. Until you agree, nothing about health is stored.',
    { name: short },
  )
  const decide = t('To read more, and to accept or decline, open this page:')
  const works = t(
    'The link works once, until {time}. Keep this email: after you have agreed, the same link lets you withdraw your consent.',
    { time: ends },
  )
  const stranger = t(
    'If you don’t know {name}, open the page and choose Decline, or ignore this email: without your consent nothing happens.',
    { name: short },
  )
  const noMore = { link: links.noMore, words: t('No more of these') }
  return {
    to: request.parentEmail,
    subject: full
      ? t('{name} asks for your consent to use Dosewell', { name: short })
      : t('Someone under 18 asks for your consent'),
    ...mailBody([t('Hello,'), asks, stored, { says: decide, link: links.decide }, works, stranger, noMore]),
  }
}
