import { type Message, msg } from '#domain/language/message.ts'
import { language, t } from '#domain/language/translate.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate, formatMonthDay } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type {
  AdminStats,
  AdminUser,
  Mailing,
  PromotionType,
  RecipientType,
  SetAsideCounts,
  SetAsideKind,
} from '#domain/protocol/admin.ts'
import { displayNameOf } from '#domain/records/user.ts'

/** Returns `Bo Li (bo@example.org)`, or only the address if there is no name. */
export const whoText = (user: Pick<AdminUser, 'firstName' | 'lastName' | 'email'>): string => {
  const name = displayNameOf(user)
  return name === user.email ? name : `${name} (${user.email})`
}

/** Returns `1,284`, as the language of the moment writes it. */
export const figure = (count: number): string => new Intl.NumberFormat(language().locale).format(count)

/** Returns `18%` for 18, as the language of the moment writes it. */
export const percentage = (percent: number): string =>
  new Intl.NumberFormat(language().locale, { style: 'percent' }).format(percent / 100)

/** Returns `+96 this month`. */
export const thisMonth = (count: number): string => t('+{count} this month', { count: figure(count) })

/** Returns Premium users as a share of all users, in whole percent; 0 without users (specification, section 2). */
export const conversionRate = ({
  premiumUsers,
  totalUsers,
}: Pick<AdminStats, 'premiumUsers' | 'totalUsers'>): number =>
  totalUsers === 0 ? 0 : Math.round((premiumUsers / totalUsers) * 100)

/** Returns 'MMM d' in that zone: when a user signed up. */
export const signupText = (at: Instant, zone: string): string => formatMonthDay(localAt(msOf(at), zone).date)

/** Returns 'MMM d, yyyy HH:mm': when a mail was received. */
export function mailTimeText(at: Instant, zone: string): string {
  const { date, time } = localAt(msOf(at), zone)
  return `${formatDate(date)} ${time}`
}

/** Returns 'MMM d, HH:mm': when something happened. */
export function activityText(at: Instant, zone: string): string {
  const { date, time } = localAt(msOf(at), zone)
  return inRow([formatMonthDay(date), time])
}

export const PROMOTION_LABELS: Record<PromotionType, Message> = {
  downgrade_to_free: msg('Downgrade to Free'),
  auto_renew: msg('Auto-Renew (Start Billing)'),
}

export const AUDIENCE_LABELS: Record<RecipientType, Message> = {
  individual: msg('Individual user'),
  all: msg('All users'),
  premium: msg('Premium users'),
  trial: msg('Trial users'),
  free: msg('Free users'),
}

/** Returns who gets the mail (specification, section 2); there is no count of users in a trial. */
export function recipientText(
  { recipientType, recipientEmail }: { recipientType: RecipientType; recipientEmail: string },
  stats: Pick<AdminStats, 'totalUsers' | 'premiumUsers' | 'freeUsers'>,
): string {
  const label = t(AUDIENCE_LABELS[recipientType])
  switch (recipientType) {
    case 'individual':
      return recipientEmail.trim() || t('No recipient selected')
    case 'all':
      return `${label} (${figure(stats.totalUsers)})`
    case 'premium':
      return `${label} (${figure(stats.premiumUsers)})`
    case 'free':
      return `${label} (${figure(stats.freeUsers)})`
    case 'trial':
      return label
  }
}

const SET_ASIDE_TEXTS = {
  schedule: msg('Reminders of {count, plural, one {# account} other {# accounts}} cannot be planned, since {time}.'),
  reminder: msg('Reminders of {count, plural, one {# account} other {# accounts}} cannot be made, since {time}.'),
  'dose-mail': msg(
    'Mails about open doses cannot be written to {count, plural, one {# account} other {# accounts}}, since {time}.',
  ),
  'helper-notice': msg(
    'Notices to helpers of {count, plural, one {# account} other {# accounts}} cannot be made, since {time}.',
  ),
  'silence-mail': msg(
    'Mails about silent devices cannot be written to {count, plural, one {# account} other {# accounts}}, since {time}.',
  ),
  'supply-push': msg(
    'Notices about supplies of {count, plural, one {# account} other {# accounts}} cannot be made, since {time}.',
  ),
  device: msg('Devices of {count, plural, one {# account} other {# accounts}} cannot be sent to, since {time}.'),
  zone: msg(
    'The time zone of {count, plural, one {# account} other {# accounts}} is unknown, so that reminders go by UTC, since {time}.',
  ),
  premium: msg('The plan of {count, plural, one {# account} other {# accounts}} cannot be moved on, since {time}.'),
  erasure: msg(
    'The data of {count, plural, one {# account} other {# accounts}} without consent cannot be erased, since {time}.',
  ),
} satisfies Record<SetAsideKind, Message>

/** Returns what failed, for how many and since when: `Reminders of 2 accounts cannot be planned, since Nov 24, 15:05.` */
export function setAsideText({ kind, accounts: count, since }: SetAsideCounts[number], zone: string): string {
  return t(SET_ASIDE_TEXTS[kind], { count, time: activityText(since, zone) })
}

/** Returns the progress of a mail to users: `4,200 of 10,000 sent, 3 failed`. */
export function mailingText({ recipients, sent, failed, inDoubt, withheld }: Mailing): string {
  return inRow([
    t('{sent} of {all} sent', { sent: figure(sent), all: figure(recipients) }),
    failed > 0 && t('{count} failed', { count: figure(failed) }),
    withheld > 0 && t('{count} unsubscribed meanwhile', { count: figure(withheld) }),
    inDoubt > 0 && t('{count} in doubt: they may have arrived', { count: figure(inDoubt) }),
  ])
}
