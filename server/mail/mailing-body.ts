import { html } from '../http/pages/html.ts'
import type { Config } from '../platform/config.ts'
import type { OutgoingMail } from './carrier.ts'
import { mailPage } from './mail-body.ts'
import { unsubscribeLink } from './unsubscribe.ts'

const WHY = 'You get this email because you have a Dosewell account.'

/**
 * Returns an administrator's message for one recipient. A mail to many says how to unsubscribe, both on the page and to
 * mail programs (RFC 2369, RFC 8058).
 */
export function bodyOfMailing(
  { subject, message }: { subject: string; message: string },
  { userId, isBulk }: { userId: string | null; isBulk: boolean },
  { config, secret }: { config: Pick<Config, 'PUBLIC_URL' | 'SUPPORT_EMAIL'>; secret: string },
): Omit<OutgoingMail, 'to' | 'messageId'> {
  const link = isBulk && userId !== null ? unsubscribeLink(userId, { origin: config.PUBLIC_URL, secret }) : null
  const paragraphs = message.split(/\r?\n(?:\s*\r?\n)+/).map((paragraph) => paragraph.trimEnd())
  const body = paragraphs.map((paragraph) =>
    paragraph
      .split(/\r?\n/)
      .reduce((before, line, at) => (at === 0 ? html`${line}` : html`${before}<br>${line}`), html``),
  )
  const foot =
    link &&
    html`<hr>
<p><small>${WHY} <a href="${link}">Unsubscribe</a></small></p>`
  return {
    subject,
    text: `${message.trimEnd()}\n${link ? `\n-- \n${WHY}\nUnsubscribe: ${link}\n` : ''}`,
    html: mailPage(html`${body.reduce((before, one) => html`${before}<p>${one}</p>\n`, html``)}${foot}`),
    ...(config.SUPPORT_EMAIL ? { replyTo: config.SUPPORT_EMAIL } : {}),
    headers: link
      ? {
          'List-Unsubscribe': `<${link}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          Precedence: 'bulk',
        }
      : {},
  }
}
