/**
 * What each plan is and includes, in the specification's own text (section 1). Shown on the landing page and on
 * /pricing.
 */
export const PLAN_LABELS = {
  free: {
    name: 'Free',
    claim: 'Everything you need to stay on time',
    price: '$0',
    per: 'per month',
    includes: ['Unlimited medications', 'Basic reminders', 'Manual entry', 'Adherence tracking'],
  },
  premium: {
    name: 'Premium',
    claim: 'For busy hands and long lists',
    price: '$9.99',
    per: 'per month, AUD',
    includes: [
      'Everything in Free',
      'Voice interaction and spoken reminders',
      'Prescription text-recognition scanning',
      'Advanced analytics and insights',
      'Priority support',
    ],
  },
} as const

export const TRIAL_OFFER = 'New users get a 2-week free trial!'
export const FAIR_USE = 'All plans are subject to a fair use policy.'
