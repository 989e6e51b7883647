import { gatePage } from '../http/pages/gate.ts'
import { type Html, html } from '../http/pages/html.ts'

/**
 * What the page of a link shows: an account that does or does not get mails to many; an address that others may or may
 * not send mails to with Dosewell; or a link that this server did not issue.
 */
export type UnsubscribeView = 'subscribed' | 'unsubscribed' | 'open' | 'refusing' | 'unknown'

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

/** Returns the page. Opening it changes nothing, because mail scanners follow links; its buttons do. */
export function unsubscribePage(view: UnsubscribeView, token: string): string {
  switch (view) {
    case 'subscribed':
      return card(
        'Email from Dosewell',
        'Would you like to stop getting news by email? You still get mails about your account and your reminders.',
        button(token, 'unsubscribe', 'Unsubscribe'),
      )
    case 'unsubscribed':
      return card(
        'You are unsubscribed',
        'You will get no more news by email. You still get mails about your account and your reminders.',
        button(token, 'subscribe', 'Get them again'),
      )
    case 'open':
      return card(
        'Email that people send you with Dosewell',
        'Would you like no more of these? Then nobody can send a document or a request to your address with Dosewell any more.',
        button(token, 'unsubscribe', 'No more of these'),
      )
    case 'refusing':
      return card(
        'No more of these',
        'Nobody can send a document or a request to your address with Dosewell any more.',
        button(token, 'subscribe', 'Allow them again'),
      )
    case 'unknown':
      return card(
        'This link does not work',
        'Please check that the whole link from the email is in the address bar. The account may also have been deleted; then you get no more email.',
      )
  }
}
