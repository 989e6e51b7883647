import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { CurrentUser } from '#domain/records/user.ts'

/** Returns the invented person, in this zone. */
export const alex = (id: UserId, timeZone: string): CurrentUser => ({
  id,
  email: 'alex@example.org',
  // not translated: a name
  firstName: 'Alex',
  lastName: null,
  isAdmin: false,
  dateOfBirth: '1957-03-09' as LocalDate,
  ageVerified: true,
  parentalConsentRequired: false,
  parentalConsentGiven: false,
  hasUsedTrial: true,
  subscriptionStatus: 'active',
  subscriptionPlan: 'premium',
  subscriptionEndsAt: null,
  timeZone,
  emergency: {
    allergies: t('Penicillin'),
    conditions: t('Type 2 diabetes, high blood pressure'),
    bloodGroup: 'O+',
    // not translated: a name
    contacts: [{ name: 'Sam', relation: '', phone: '0491 570 006' }],
    note: '',
  },
})
