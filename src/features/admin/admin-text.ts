import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate, formatMonthDay } from '#domain/lib/local-time.ts'
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

const numbers = new Intl.NumberFormat('en-US')

/** Returns `1,284`. */
export const figure = (count: number): string => numbers.format(count)

/** Returns `+96 this month`. */
export const thisMonth = (count: number): string => `+${figure(count)} this month`

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
  return `${formatMonthDay(date)}, ${time}`
}

export const PROMOTION_LABELS: Record<PromotionType, string> = {
  downgrade_to_free: 'Downgrade to Free',
  auto_renew: 'Auto-Renew (Start Billing)',
}

export const AUDIENCE_LABELS: Record<RecipientType, string> = {
  individual: 'Individual user',
  all: 'All users',
  premium: 'Premium users',
  trial: 'Trial users',
  free: 'Free users',
}

/** Returns who gets the mail (specification, section 2); there is no count of users in a trial. */
export function recipientText(
  { recipientType, recipientEmail }: { recipientType: RecipientType; recipientEmail: string },
  stats: Pick<AdminStats, 'totalUsers' | 'premiumUsers' | 'freeUsers'>,
): string {
  const label = AUDIENCE_LABELS[recipientType]
  switch (recipientType) {
    case 'individual':
      return recipientEmail.trim() || 'No recipient selected'
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

const SET_ASIDE_LABELS: Record<SetAsideKind, (accounts: string) => string> = {
  schedule: (accounts) => `Reminders of ${accounts} cannot be planned`,
  reminder: (accounts) => `Reminders of ${accounts} cannot be made`,
  'dose-mail': (accounts) => `Mails about open doses cannot be written to ${accounts}`,
  'silence-mail': (accounts) => `Mails about silent devices cannot be written to ${accounts}`,
  'supply-push': (accounts) => `Notices about supplies of ${accounts} cannot be made`,
  device: (accounts) => `Devices of ${accounts} cannot be sent to`,
  zone: (accounts) => `The time zone of ${accounts} is unknown, so that reminders go by UTC`,
  premium: (accounts) => `The plan of ${accounts} cannot be moved on`,
  erasure: (accounts) => `The data of ${accounts} without consent cannot be erased`,
}

/**
 * Returns what failed, for how many and since when: `Reminders of 2 accounts cannot be planned, since Nov 24, 15:05.`
 */
export function setAsideText({ kind, accounts, since }: SetAsideCounts[number], zone: string): string {
  const who = accounts === 1 ? '1 account' : `${figure(accounts)} accounts`
  return `${SET_ASIDE_LABELS[kind](who)}, since ${activityText(since, zone)}.`
}

/** Returns the progress of a mail to users: `4,200 of 10,000 sent, 3 failed`. */
export function mailingText({ recipients, sent, failed, inDoubt, withheld }: Mailing): string {
  return [
    `${figure(sent)} of ${figure(recipients)} sent`,
    failed > 0 && `${figure(failed)} failed`,
    withheld > 0 && `${figure(withheld)} unsubscribed meanwhile`,
    inDoubt > 0 && `${figure(inDoubt)} in doubt: they may have arrived`,
  ]
    .filter(Boolean)
    .join(', ')
}
