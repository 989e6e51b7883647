import { documentLanguage, type Html, html } from '../http/pages/html.ts'
import type { Mail } from './mailer.ts'

/** A part of a mail: sentences, or a link with the text before it and its label in HTML. */
export type Paragraph = string | { says?: string; link: string; words?: string }

/** Returns the same paragraphs as plain text and as HTML. */
export function mailBody(paragraphs: readonly Paragraph[]): Pick<Mail, 'text' | 'html'> {
  return {
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: mailPage(paragraphs.map(marked).reduce((before, one) => html`${before}\n${one}`)),
  }
}

/** Returns a whole mail in HTML. */
export const mailPage = (body: Html): string =>
  html`<!doctype html>
<html ${documentLanguage()}><body>
${body}
</body></html>
`.markup

function plain(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  const link = paragraph.words === undefined ? paragraph.link : `${paragraph.words}: ${paragraph.link}`
  return paragraph.says === undefined ? link : `${paragraph.says}\n${link}`
}

function marked(paragraph: Paragraph): Html {
  if (typeof paragraph === 'string') return html`<p>${paragraph}</p>`
  const link = html`<a href="${paragraph.link}">${paragraph.words ?? paragraph.link}</a>`
  return paragraph.says === undefined ? html`<p>${link}</p>` : html`<p>${paragraph.says}<br>${link}</p>`
}
