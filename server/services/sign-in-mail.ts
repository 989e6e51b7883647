import { html } from '../pages/html.ts'
import { mailPage } from './letter.ts'
import type { Mail } from './mail.ts'
import { CODE_MINUTES } from './sign-in-codes.ts'

/** The mail with the code. The code leads the subject, so that a lock screen's first words are enough. */
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
