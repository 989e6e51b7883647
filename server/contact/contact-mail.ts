import type { ContactMessage } from '#domain/records/contact.ts'
import { html } from '../http/pages/html.ts'
import { mailPage } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'

/** Builds a mail to the operators from a message of the contact form. A reply goes to its sender. */
export function contactMail(to: string, { name, email, subject, message }: ContactMessage): Mail {
  return {
    to,
    replyTo: email,
    subject: `Contact: ${subject}`,
    text: `${name} (${email}) wrote:\n\n${message}\n`,
    html: mailPage(html`<p>${name} (${email}) wrote:</p>
<pre>${message}</pre>`),
  }
}
