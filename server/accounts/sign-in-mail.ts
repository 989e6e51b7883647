import { t } from '#domain/language/translate.ts'
import { html } from '../http/pages/html.ts'
import { mailBody, mailPage } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'
import { CODE_MINUTES } from './sign-in-codes.ts'
import { LONG_CODE_HOURS } from './sign-in-limits.ts'

/**
 * Builds the mail with the code. The code comes first in the subject, so that the start shown on a lock screen is
 * enough.
 */
export function signInMail(to: string, code: string): Mail {
  const says = t('Your code to sign in to Dosewell is')
  const works = t('It works for {count} minutes.', { count: CODE_MINUTES })
  const ignore = t('If you did not ask for it, you can ignore this email: nobody can sign in without the code.')
  return {
    to,
    subject: t('{code} is your Dosewell code', { code }),
    text: `${says} ${code}\n\n${works} ${ignore}\n`,
    html: mailPage(html`<p>${says}</p>
<p><b><big><big>${code}</big></big></b></p>
<p>${works} ${ignore}</p>`),
  }
}

/**
 * Builds the mail with a long code, for an address that has used up its six-digit codes of the day. The subject does
 * not contain the code, because it is valid for hours.
 */
export function longCodeMail(to: string, code: string): Mail {
  const works = t('It works once, on any device, for {count} hours. Please tell it to nobody.', {
    count: LONG_CODE_HOURS,
  })
  const why = t(
    'We were asked for many codes for this address, perhaps by somebody else. So that your mailbox does not fill up, we send no six-digit codes for now: this longer one works instead.',
  )
  const ignore = t('If you do not want to sign in, you can ignore this email: nobody can sign in without the code.')
  return {
    to,
    subject: t('Your longer Dosewell code'),
    ...mailBody([t('Your code to sign in to Dosewell is'), code, works, why, ignore]),
  }
}
