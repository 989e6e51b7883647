import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { gatePage } from '../http/pages/gate.ts'
import { type Html, html, linkTo, richHtml } from '../http/pages/html.ts'

/**
 * What the page of a link shows: an account that does or does not get mails to many; an address that others may or may
 * not send mails to with Dosewell; or a link that this server did not issue.
 */
export type UnsubscribeView = 'subscribed' | 'unsubscribed' | 'open' | 'refusing' | 'unknown'

const foot = (): Html =>
  richHtml(
    t('Questions? <contact>Write to us</contact>. What we do with data is in the <privacy>Privacy Policy</privacy>.'),
    { contact: linkTo('/contact'), privacy: linkTo('/privacy') },
  )

const buttonOf = (token: string, action: string, words: string): Html =>
  html`<form method="post" action="/unsubscribe"><input type="hidden" name="token" value="${token}"><button class="btn btn--primary btn--lg btn--block" type="submit" name="action" value="${action}">${words}</button></form>`

const card = (title: string, sentence: string, button?: Html): string =>
  gatePage({
    title,
    card: html`<div class="dialog">
<h1>${title}</h1>
<p>${sentence}</p>
${button}
</div>`,
    foot: foot(),
  })

/** Returns the page. Opening it changes nothing, because mail scanners follow links; its buttons do. */
export function unsubscribePage(view: UnsubscribeView, token: string): string {
  switch (view) {
    case 'subscribed':
      return card(
        t('Email from Dosewell'),
        t('Would you like to stop getting news by email? You still get mails about your account and your reminders.'),
        buttonOf(token, 'unsubscribe', t('Unsubscribe')),
      )
    case 'unsubscribed':
      return card(
        t('You are unsubscribed'),
        t('You will get no more news by email. You still get mails about your account and your reminders.'),
        buttonOf(token, 'subscribe', t(msg('Get them again', 'mails'))),
      )
    case 'open':
      return card(
        t('Email that people send you with Dosewell'),
        t(
          'Would you like no more of these? Then nobody can send a document or a request to your address with Dosewell any more.',
        ),
        buttonOf(token, 'unsubscribe', t('No more of these')),
      )
    case 'refusing':
      return card(
        t('No more of these'),
        t('Nobody can send a document or a request to your address with Dosewell any more.'),
        buttonOf(token, 'subscribe', t('Allow them again')),
      )
    case 'unknown':
      return card(
        t('This link does not work'),
        t(
          'Please check that the whole link from the email is in the address bar. The account may also have been deleted; then you get no more email.',
        ),
      )
  }
}
