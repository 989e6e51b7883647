import type { GrantedRole } from '#domain/access/roles.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Offer } from '#domain/protocol/grants.ts'
import { OFFER_PARAM, PAGES, SERVER_PAGES } from '#domain/protocol/pages.ts'
import { gatePage } from '../http/pages/gate.ts'
import { html } from '../http/pages/html.ts'

const WHAT: Record<GrantedRole, string> = {
  view: 'see the medicines, doses and appointments, and change nothing',
  help: 'see everything, and log doses and supply',
  manage: 'see everything, log doses and supply, and change medicines and appointments',
}

/**
 * Returns the page that says who offers what before anything is accepted; nothing about health. `mayShowHere`: today's
 * list can be shown without an account.
 */
export function offerPage(
  offer: Offer,
  { token, zone, mayShowHere }: { token: string; zone: string; mayShowHere: boolean },
): string {
  const { offeredBy, person, role, offerEndsAt, expiresAt } = offer
  const day = (instant: string) => formatDate(localAt(Date.parse(instant), zone).date)
  return gatePage({
    title: 'An invitation',
    wide: true,
    card: html`<div class="dialog">
<h1>${offeredBy} invites you</h1>
<p>You can look after ${person.name} together in Dosewell. You could ${WHAT[role]}.</p>
<p>The invitation can be accepted once, until ${day(offerEndsAt)}. ${expiresAt && `What it allows ends on ${day(expiresAt)}.`} Either of you can end it at any time.</p>
${mayShowHere && html`<p>Without an account, this browser can show today’s list and nothing else. That uses the invitation up.</p>`}
<form class="dialog__foot" method="post" action="${SERVER_PAGES.shared}"><input type="hidden" name="token" value="${token}">${mayShowHere && html`<button class="btn btn--plain" type="submit" name="action" value="show">Show today’s list here</button>`}<a class="btn btn--primary" href="${PAGES.home}?${OFFER_PARAM}=${token}">Open in Dosewell</a></form>
</div>`,
    foot: html`Don’t know ${offeredBy}? Close this page; nothing happens. What we do with data is in the <a href="/privacy">Privacy Policy</a>.`,
  })
}

/** Returns the page for a link that leads nowhere (any more), whatever the reason. */
export const nothingSharedPage = (): string =>
  gatePage({
    title: 'This link does not work',
    wide: true,
    card: html`<div class="dialog">
<h1>This link does not work</h1>
<p>It was used or withdrawn, or it has ended. Whoever sent it can send you a new one from Dosewell.</p>
</div>`,
    foot: html`Questions? <a href="/contact">Write to us</a>.`,
  })
