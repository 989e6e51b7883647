import { t } from '#domain/language/translate.ts'
import { type GrantPromotion, PROMOTION_MONTHS, type PromotionType } from '#domain/protocol/admin.ts'
import type { Attempt } from '#src/session/attempt.ts'
import type { ToastInput } from '#src/ui/toast-store.ts'
import { looksLikeEmail } from './looks-like-email.ts'

/** The promotion form as typed. */
export interface GrantDraft {
  email: string
  months: string
  promoType: PromotionType
  /** Null before the first attempt to grant it. */
  attempt: Attempt<GrantPromotion> | null
}

/** Specification, section 9: defaults to downgrade_to_free. */
export const EMPTY_GRANT: GrantDraft = {
  email: '',
  months: '',
  promoType: 'downgrade_to_free',
  attempt: null,
}

/** Returns the toast for missing input (specification, section 5); null if none is missing. */
export const grantLack = ({ email, months }: GrantDraft): ToastInput | null =>
  email.trim() === '' || months.trim() === ''
    ? { title: t('Missing Information'), description: t('Please enter user email and number of months') }
    : null

export type GrantProblems = Partial<Record<'email' | 'months', string>>

/** Returns what is wrong with each field; empty if nothing is. The server has the last word. */
export function grantProblems({ email, months }: GrantDraft): GrantProblems {
  const { least, most } = PROMOTION_MONTHS
  const problems: GrantProblems = {}
  if (!looksLikeEmail(email)) problems.email = t('Please enter a valid email address')
  const count = /^\d{1,4}$/.test(months.trim()) ? Number(months) : 0
  if (count < least || count > most)
    problems.months = t('Please enter a whole number of months from {least} to {most}', { least, most })
  return problems
}

/** Returns what is sent for a draft without problems. `userId` is the email address (specification, section 3). */
export const grantOf = ({ email, months, promoType }: GrantDraft): GrantPromotion => ({
  userId: email.trim(),
  months: Number(months),
  promoType,
})
