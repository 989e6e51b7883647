import { gatePage } from './gate.ts'
import { type Html, html } from './html.ts'

/** What the page of a link shows: who still gets mails to many, who gets none, or a link that nobody here wrote. */
export type UnsubscribeView = 'subscribed' | 'unsubscribed' | 'unknown'

const FOOT = html`Questions? <a href="/contact">Write to us</a>. What we do with data is in the <a href="/privacy">Privacy Policy</a>.`

const button = (token: string, action: string, words: string): Html =>
  html`<form method="post" action="/unsubscribe"><input type="hidden" name="token" value="${token}"><button class="btn btn--primary btn--lg btn--block" type="submit" name="action" value="${action}">${words}</button></form>`

const card = (title: string, sentence: string, foot?: Html): string =>
  gatePage({
    title,
    card: html`<div class="dialog">
<h1>${title}</h1>
<p>${sentence}</p>
${foot}
</div>`,
    foot: FOOT,
  })

/** Looking changes nothing, because mail scanners follow links: buttons do. */
export function unsubscribePage(view: UnsubscribeView, token: string): string {
  switch (view) {
    case 'subscribed':
      return card(
        'Email from Dosewell',
        'Would you like to stop getting news by email? Mails about your own account and your reminders still come.',
        button(token, 'unsubscribe', 'Unsubscribe'),
      )
    case 'unsubscribed':
      return card(
        'You are unsubscribed',
        'We send you no more news by email. Mails about your own account and your reminders still come.',
        button(token, 'subscribe', 'Get them again'),
      )
    case 'unknown':
      return card(
        'This link does not work',
        'Please check that the whole link from the email is in the address bar. The account may also have been deleted: then no more email comes.',
      )
  }
}
