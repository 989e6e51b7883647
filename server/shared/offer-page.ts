import type { GrantedRole } from '#domain/access/roles.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Offer } from '#domain/protocol/grants.ts'
import { OFFER_PARAM, PAGES, SERVER_PAGES } from '#domain/protocol/pages.ts'
import { signInLeadingTo } from '#domain/protocol/sign-in-address.ts'
import { gatePage } from '../http/pages/gate.ts'
import { html, linkTo, richHtml } from '../http/pages/html.ts'

const WHAT: Record<GrantedRole, Message> = {
  view: msg('You could see the medicines, doses and appointments, and change nothing.'),
  help: msg('You could see everything, and log doses and supply.'),
  manage: msg('You could see everything, log doses and supply, and change medicines and appointments.'),
}

/**
 * Returns the page that says who offers what before anything is accepted; nothing about health. It leads into the app
 * by way of the sign-in, which is passed over where there is a session. `mayShowHere`: today's list can be shown
 * without an account.
 */
export function offerPage(
  offer: Offer,
  { token, zone, mayShowHere }: { token: string; zone: string; mayShowHere: boolean },
): string {
  const { offeredBy, person, role, offerEndsAt, expiresAt } = offer
  const day = (instant: string) => formatDate(localAt(Date.parse(instant), zone).date)
  return gatePage({
    title: t('An invitation'),
    wide: true,
    card: html`<div class="dialog">
<h1>${t('{name} invites you', { name: offeredBy })}</h1>
<p>${t('You can look after {name} together in Dosewell.', { name: person.name })} ${t(WHAT[role])}</p>
<p>${t('The invitation can be accepted once, until {date}.', { date: day(offerEndsAt) })} ${expiresAt && t('What it allows ends on {date}.', { date: day(expiresAt) })} ${t('Either of you can end it at any time.')}</p>
${mayShowHere && html`<p>${t('Without an account, this browser can show today’s list and nothing else. That uses the invitation up.')}</p>`}
<form class="dialog__foot" method="post" action="${SERVER_PAGES.shared}"><input type="hidden" name="token" value="${token}">${mayShowHere && html`<button class="btn btn--plain" type="submit" name="action" value="show">${t('Show today’s list here')}</button>`}<a class="btn btn--primary" href="${signInLeadingTo(`${PAGES.home}?${OFFER_PARAM}=${token}`)}">${t('Open in Dosewell')}</a></form>
</div>`,
    foot: richHtml(
      t(
        'Don’t know {name}? Close this page; nothing happens. What we do with data is in the <privacy>Privacy Policy</privacy>.',
        { name: offeredBy },
      ),
      { privacy: linkTo('/privacy') },
    ),
  })
}

/** Returns the page for a link that leads nowhere (any more), whatever the reason. */
export const nothingSharedPage = (): string =>
  gatePage({
    title: t('This link does not work'),
    wide: true,
    card: html`<div class="dialog">
<h1>${t('This link does not work')}</h1>
<p>${t('It was used or withdrawn, or it has ended. Whoever sent it can send you a new one from Dosewell.')}</p>
</div>`,
    foot: richHtml(t('Questions? <contact>Write to us</contact>.'), { contact: linkTo('/contact') }),
  })
