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
  const ignore = 'If you did not ask for it, you can ignore this email: nobody can sign in without the code.'
  return {
    to,
    subject: `${code} is your Dosewell code`,
    text: `Your code to sign in to Dosewell is ${code}\n\nIt works for ${CODE_MINUTES} minutes. ${ignore}\n`,
    html: mailPage(html`<p>Your code to sign in to Dosewell is</p>
<p><b><big><big>${code}</big></big></b></p>
<p>It works for ${CODE_MINUTES} minutes. ${ignore}</p>`),
  }
}

/**
 * Builds the mail with a long code, for an address that has used up its six-digit codes of the day. The subject does
 * not contain the code, because it is valid for hours.
 */
export function longCodeMail(to: string, code: string): Mail {
  const works = `It works once, on any device, for ${LONG_CODE_HOURS} hours. Please tell it to nobody.`
  const why =
    'We were asked for many codes for this address, perhaps by somebody else. So that your mailbox does not fill up, we send no six-digit codes for now: this longer one works instead.'
  const ignore = 'If you do not want to sign in, you can ignore this email: nobody can sign in without the code.'
  return {
    to,
    subject: 'Your longer Dosewell code',
    ...mailBody(['Your code to sign in to Dosewell is', code, works, why, ignore]),
  }
}
