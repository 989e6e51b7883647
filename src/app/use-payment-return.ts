import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import { toast } from '#src/ui/toast-store.ts'
import { refreshUser, useAuth } from './auth.ts'
import { type PaymentReturn, paymentReturnOf, paymentText } from './payment-return.ts'

/** Handles the return from the payment provider: cleans the address, reloads the account and says what happened. */
export function usePaymentReturn(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const back = paymentReturnOf(search)
    if (!back) return
    void navigate({ pathname, search: back.search }, { replace: true })
    void tell(back)
  }, [pathname, search, navigate])
}

async function tell(back: PaymentReturn): Promise<void> {
  await refreshUser()
  const { user } = useAuth.getState()
  if (user) toast(paymentText(back, isPremium(subscriptionAt(user, Date.now()))))
}
