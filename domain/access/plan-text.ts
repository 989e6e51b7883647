import { msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
/**
 * What each plan is and includes, in the specification's own text (section 1). Shown on the landing page and on
 * /pricing.
 */
export const PLAN_LABELS = {
  free: {
    price: '$0',
    get name() {
      return t('Free')
    },
    get claim() {
      return t('Everything you need to stay on time')
    },
    get per() {
      return t('per month')
    },
    get includes() {
      return [t('Unlimited medications'), t('Basic reminders'), t('Manual entry'), t('Adherence tracking')]
    },
  },
  premium: {
    price: '$9.99',
    get name() {
      return t('Premium')
    },
    get claim() {
      return t('For busy hands and long lists')
    },
    get per() {
      return t('per month, AUD')
    },
    get includes() {
      return [
        t('Everything in Free'),
        t('Voice interaction and spoken reminders'),
        t('Prescription text-recognition scanning'),
        t('Advanced analytics and insights'),
        t('Priority support'),
      ]
    },
  },
} as const

export const TRIAL_OFFER = msg('New users get a 2-week free trial!')
export const FAIR_USE = msg('All plans are subject to a fair use policy.')
