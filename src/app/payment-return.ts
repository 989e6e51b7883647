import { t } from '#domain/language/translate.ts'

/** Parameters a payment provider adds to the address the user returns to. */
const PARAMS = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
  'source_type',
]

export interface PaymentReturn {
  /** The query without the provider's parameters: empty, or with its `?`. */
  search: string
  /** The provider's status for the payment. It proves nothing; the account is authoritative. */
  status: 'succeeded' | 'processing' | 'failed'
  /** A card was saved, for a first payment that is due later. */
  isLater: boolean
}

/** Reads the query of an address the user may have returned to after paying; null if it is an ordinary one. */
export function paymentReturnOf(query: string): PaymentReturn | null {
  const params = new URLSearchParams(query)
  const redirect = params.get('redirect_status')
  const hasIntent = params.has('payment_intent') || params.has('setup_intent')
  if (redirect === null && !hasIntent) return null
  const isLater = params.has('setup_intent')
  for (const name of PARAMS) params.delete(name)
  const rest = params.toString()
  return {
    search: rest && `?${rest}`,
    status:
      redirect === 'succeeded' && hasIntent
        ? 'succeeded'
        : redirect === 'processing' || redirect === 'pending'
          ? 'processing'
          : 'failed',
    isLater,
  }
}

/** Returns the toast after coming back. `premium` is what the account says now. */
export function paymentText({ status, isLater }: PaymentReturn, premium: boolean) {
  switch (status) {
    case 'succeeded':
      if (isLater)
        return {
          title: t('Your card is saved'),
          description: t('Premium stays on after your trial. Nothing is charged before.'),
        }
      return {
        title: t('Payment Successful'),
        description: premium
          ? t('Premium is on. Thank you.')
          : t('Thank you. Premium starts as soon as the payment is confirmed.'),
      }
    case 'processing':
      return {
        title: t('Payment Processing'),
        description: t('Premium starts as soon as the payment is confirmed.'),
      }
    case 'failed':
      return {
        title: t('Payment Failed'),
        description: t('The payment did not go through, and nothing has changed. You can try again.'),
        tone: 'destructive' as const,
      }
  }
}
