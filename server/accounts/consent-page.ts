import { CONSENT_LINK_LIFE, KEPT_AFTER_NO, nameForOthers } from '#domain/access/consent.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { gatePage } from '../http/pages/gate.ts'
import { type Html, html, linkTo, richHtml } from '../http/pages/html.ts'
import type { ConsentView } from './consent-decision.ts'
import { wallOf } from './wall-time.ts'

const HAND_HEART = html`<span class="tile"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M11 14h2a2 2 0 0 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 16"/><path d="m14.45 13.39 5.05-4.694C20.196 8 21 6.85 21 5.75a2.75 2.75 0 0 0-4.797-1.837.276.276 0 0 1-.406 0A2.75 2.75 0 0 0 11 5.75c0 1.2.802 2.248 1.5 2.946L16 11.95"/><path d="m2 15 6 6"/><path d="m7 20 1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a1 1 0 0 0-2.75-2.91"/></svg></span>`

const tick = (sentence: string): Html =>
  html`<li><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M20 6 9 17l-5-5"/></svg><span>${sentence}</span></li>`

type Decided = Extract<ConsentView, { request: unknown }>

/**
 * Returns the page of a link in any state. It gives details of who asks only where a parent has something to decide.
 */
export function consentPage(view: ConsentView, token: string): string {
  switch (view.kind) {
    case 'open':
      return openPage(view, token)
    case 'accepted':
      return acceptedPage(view, token)
    case 'declined':
    case 'withdrawn':
      return noPage(view)
    case 'of-age':
      return notice(
        t('Consent is no longer needed'),
        t('{name} is 18 now and decides alone.', { name: nameForOthers(view.user).short }),
      )
    case 'expired':
      return notice(
        t('This link has expired'),
        t(
          'A consent link works for 7 days. Nothing was decided, and nothing about health is stored. Whoever asked can send you a new link from Dosewell.',
        ),
      )
    case 'replaced':
      return notice(
        t('A newer link was sent'),
        t(
          'This link no longer works, because a newer request was sent after it. Please open the link in the newest email.',
        ),
      )
    case 'unknown':
      return notice(
        t('This link does not work'),
        t('Please check that the whole link from the email is in the address bar. If it is, ask for a new one.'),
      )
  }
}

const form = (token: string, buttons: Html): Html =>
  html`<form class="dialog__foot" method="post" action="/consent"><input type="hidden" name="token" value="${token}">${buttons}</form>`

function openPage({ user, request }: Decided, token: string): string {
  const { short, full } = nameForOthers(user)
  const sentAt = request.sentAt.getTime()
  return gatePage({
    title: t('Parent or guardian consent'),
    wide: true,
    card: html`<div class="dialog">${HAND_HEART}
<h1>${t('{name} asks for your consent', { name: short })}</h1>
<p>${t('{name} would like to use Dosewell to remember medicines. Because {name} is under 18, a parent or guardian decides.', { name: short })}</p>
<dl class="who">${full && html`<div><dt>${t('Name')}</dt><dd>${full}</dd></div>`}<div><dt>${t('Email')}</dt><dd>${user.email}</dd></div><div><dt>${t('Born')}</dt><dd>${formatDate(user.dateOfBirth as LocalDate)}</dd></div><div><dt>${t(msg('Asked', 'when somebody asked'))}</dt><dd>${wallOf(sentAt, user.timeZone)}</dd></div></dl>
<div class="stack"><h2>${t('What this means')}</h2>
<ul class="ticks">${tick(t('Dosewell stores the medicines, reminders, appointments and documents {name} enters.', { name: short }))}${tick(t('It rings and records. It gives no medical or dosing advice.'))}${tick(t('You can withdraw your consent on this page at any time.'))}</ul></div>
${form(token, html`<button class="btn btn--plain" type="submit" name="action" value="decline">${t('Decline')}</button><button class="btn btn--primary" type="submit" name="action" value="accept">${t('I give consent')}</button>`)}
</div>`,
    foot: richHtml(
      t(
        'This link works until {time} and only once. Don’t know {name}? <contact>Tell us</contact> and choose Decline. What we do with data is in the <privacy>Privacy Policy</privacy>.',
        { time: wallOf(sentAt + CONSENT_LINK_LIFE, user.timeZone), name: short },
      ),
      { contact: linkTo('/contact'), privacy: linkTo('/privacy') },
    ),
  })
}

function acceptedPage({ user, request }: Decided, token: string): string {
  const { short } = nameForOthers(user)
  const decidedAt = request.decidedAt ?? request.sentAt
  return gatePage({
    title: t('You have given consent'),
    wide: true,
    card: html`<div class="dialog">${HAND_HEART}
<h1>${t('You have given consent')}</h1>
<p>${t('Since {time} {name} may use Dosewell. The link has been used and cannot be used to decide again; keep it to withdraw.', { time: wallOf(decidedAt.getTime(), user.timeZone), name: short })}</p>
<div class="stack"><h2>${t('If you withdraw your consent')}</h2>
<ul class="ticks">${tick(t('{name} can no longer use Dosewell, and no reminders are sent, from the next moment a device reaches us.', { name: short }))}${tick(t('What is stored is locked. After 30 days it is erased together with the account.'))}${tick(t('Until then {name} can ask again, and you can agree again.', { name: short }))}</ul></div>
${form(token, html`<button class="btn btn--danger" type="submit" name="action" value="withdraw">${t('Withdraw my consent')}</button>`)}
</div>`,
  })
}

function noPage({ kind, user, request }: Decided): string {
  const { short } = nameForOthers(user)
  const at = (request.withdrawnAt ?? request.decidedAt ?? request.sentAt).getTime()
  const erased = formatDate(localAt(at + KEPT_AFTER_NO, user.timeZone ?? 'UTC').date)
  const when = wallOf(at, user.timeZone)
  return kind === 'declined'
    ? notice(
        t('You have declined'),
        t(
          'On {time} you declined. {name} cannot use Dosewell, and nothing about health is stored. The account is erased on {date}, unless a parent or guardian agrees to a new request before.',
          { time: when, name: short, date: erased },
        ),
      )
    : notice(
        t('You have withdrawn your consent'),
        t(
          'On {time} you withdrew your consent. {name} can no longer use Dosewell. What was stored is locked, and on {date} it is erased together with the account, unless a parent or guardian agrees to a new request before. To have it erased sooner, write to us.',
          { time: when, name: short, date: erased },
        ),
      )
}

/** Returns a page with one heading, one paragraph, and a contact address. */
export function notice(title: string, sentence: string): string {
  return gatePage({
    title,
    wide: true,
    card: html`<div class="dialog">${HAND_HEART}
<h1>${title}</h1>
<p>${sentence}</p>
</div>`,
    foot: richHtml(
      t('Questions? <contact>Write to us</contact>. What we do with data is in the <privacy>Privacy Policy</privacy>.'),
      { contact: linkTo('/contact'), privacy: linkTo('/privacy') },
    ),
  })
}
