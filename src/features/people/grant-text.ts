import type { GrantedRole } from '#domain/access/roles.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Grant } from '#domain/protocol/grants.ts'

/** What each role allows, as the choice between them says it. */
export const ROLE_TEXTS: Record<GrantedRole, { title: string; sentence: string }> = {
  view: { title: 'See', sentence: 'See everything, and change nothing.' },
  help: { title: 'Help', sentence: 'See everything, and log doses and supply.' },
  manage: { title: 'Manage', sentence: 'See everything, and change medicines, appointments and documents too.' },
}

/** Returns who a grant is for. */
export const grantName = ({ helperName, email, isLink }: Pick<Grant, 'helperName' | 'email' | 'isLink'>): string =>
  helperName ?? (isLink ? 'Anybody with the link' : (email ?? 'Somebody with the code'))

/** Returns the lines below it: what it allows and until when, and what else was agreed. Dates are those of the zone. */
export function grantLines(grant: Grant, zone: string): string[] {
  const day = (instant: string) => formatDate(localAt(Date.parse(instant), zone).date)
  const { state, role, expiresAt, offerEndsAt, notifyAfterMinutes } = grant
  return [
    state === 'offered' ? `Invited, can be accepted until ${day(offerEndsAt)}` : '',
    ROLE_TEXTS[role].sentence,
    expiresAt ? `Ends on ${day(expiresAt)}.` : '',
    notifyAfterMinutes ? `Is told when an important dose is still open after ${notifyAfterMinutes} minutes.` : '',
  ].filter(Boolean)
}
