import type { GrantedRole } from '#domain/access/roles.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Grant } from '#domain/protocol/grants.ts'

/** What each role allows, as the choice between them says it. */
export const ROLE_TEXTS: Record<GrantedRole, { title: Message; sentence: Message; could: Message }> = {
  view: {
    title: msg('See'),
    sentence: msg('See everything, and change nothing.'),
    could: msg('You could see everything, and change nothing.'),
  },
  help: {
    title: msg('Help'),
    sentence: msg('See everything, and log doses and supply.'),
    could: msg('You could see everything, and log doses and supply.'),
  },
  manage: {
    title: msg('Manage'),
    sentence: msg('See everything, and change medicines, appointments and documents too.'),
    could: msg('You could see everything, and change medicines, appointments and documents too.'),
  },
}

/** Returns who a grant is for. */
export const grantName = ({ helperName, email, isLink }: Pick<Grant, 'helperName' | 'email' | 'isLink'>): string =>
  helperName ?? (isLink ? t('Anybody with the link') : (email ?? t('Somebody with the code')))

/** Returns the lines below it: what it allows and until when, and what else was agreed. Dates are those of the zone. */
export function grantLines(grant: Grant, zone: string): string[] {
  const day = (instant: string) => formatDate(localAt(Date.parse(instant), zone).date)
  const { state, role, expiresAt, offerEndsAt, notifyAfterMinutes } = grant
  return [
    state === 'offered' ? t('Invited, can be accepted until {date}', { date: day(offerEndsAt) }) : '',
    t(ROLE_TEXTS[role].sentence),
    expiresAt ? t('Ends on {date}.', { date: day(expiresAt) }) : '',
    notifyAfterMinutes
      ? t('Is told when an important dose is still open after {minutes} minutes.', { minutes: notifyAfterMinutes })
      : '',
  ].filter(Boolean)
}
