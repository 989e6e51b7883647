import type { ContactMessage } from '#domain/records/contact.ts'
import { html } from '../http/pages/html.ts'
import { mailPage } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'
import { inLanguage } from '../platform/language.ts'

/** Builds a mail to the operators, in English, from a message of the contact form. A reply goes to its sender. */
export const contactMail = (to: string, message: ContactMessage): Mail => inLanguage('en', () => mailOf(to, message))

function mailOf(to: string, { name, email, subject, message }: ContactMessage): Mail {
  return {
    to,
    replyTo: email,
    subject: `Contact: ${subject}`,
    text: `${name} (${email}) wrote:\n\n${message}\n`,
    html: mailPage(html`<p>${name} (${email}) wrote:</p>
<pre>${message}</pre>`),
  }
}
