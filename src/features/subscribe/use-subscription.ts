import { useEffect, useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { Instant } from '#domain/lib/instant.ts'
import { createSubscriptionAnswer, isAlreadyPremium } from '#domain/protocol/subscription.ts'
import { type ApiAnswer, apiCall } from '#src/platform/api-call.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { goToSignInSoon } from './go-to-sign-in.ts'

/** Specification, section 8. */
export const SET_UP_FAILED = msg('Failed to initialize payment. Please try again.')
/** Milliseconds until a user whose session ended is redirected to the sign-in (specification, section 9). */
const REDIRECT_AFTER = 2000

/** The state of /subscribe (specification, section 2). */
export type Stage =
  | { kind: 'setting-up' }
  /** `firstPayment`: a trial ends then, and Premium can be kept. */
  | { kind: 'premium'; firstPayment?: Instant | undefined }
  /** With `firstPayment` the card is only saved, and nothing is charged before. */
  | {
      kind: 'to-pay'
      clientSecret: string
      publishableKey: string
      isOverdue: boolean
      firstPayment?: Instant | undefined
    }
  | { kind: 'failed'; isOffline: boolean }
  /** The server takes no payments, and says so in this sentence. */
  | { kind: 'not-sold'; sentence: string }
  | { kind: 'cancelled' }

/**
 * Has the subscription created, once, and reports failures in a toast. The returned functions are for what happens
 * later; `keep` begins the one that follows a trial.
 */
export function useSubscription(): { stage: Stage; keep(): void; fail(): void; cancelled(): void } {
  const { refreshUser } = useSession()
  const [stage, setStage] = useState<Stage>({ kind: 'setting-up' })
  const fail = () => {
    tell(t(SET_UP_FAILED))
    setStage({ kind: 'failed', isOffline: false })
  }
  const [afterTrial, setAfterTrial] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each load of the page; Retry loads it again
  useEffect(() => {
    let isGone = false
    setStage({ kind: 'setting-up' })
    void apiCall({ method: 'POST', path: '/api/create-subscription', body: { afterTrial } }).then((answer) => {
      if (isGone) return
      const next = stageOf(answer)
      setStage(next)
      if (next.kind === 'failed') tellFailure(answer)
      // The payment may have arrived since this device last asked.
      if (next.kind === 'premium') void refreshUser()
    })
    return () => {
      isGone = true
    }
  }, [afterTrial])
  return { stage, keep: () => setAfterTrial(true), fail, cancelled: () => setStage({ kind: 'cancelled' }) }
}

function stageOf(answer: ApiAnswer): Stage {
  if (answer.kind === 'no-answer') return { kind: 'failed', isOffline: true }
  if (answer.kind === 'error' && answer.code === 'payments_unavailable')
    return { kind: 'not-sold', sentence: answer.message }
  const said = createSubscriptionAnswer.safeParse(answer.kind === 'ok' ? answer.body : null)
  if (!said.success) return { kind: 'failed', isOffline: false }
  const { status, clientSecret, publishableKey, firstPayment } = said.data
  if (isAlreadyPremium(said.data)) return { kind: 'premium', firstPayment }
  if (!clientSecret || !publishableKey) return { kind: 'failed', isOffline: false }
  return { kind: 'to-pay', clientSecret, publishableKey, isOverdue: status === 'past_due', firstPayment }
}

function tellFailure(answer: ApiAnswer): void {
  if (answer.kind === 'error' && answer.status === 401) {
    toast({
      title: t('Not Logged In'),
      description: t('Please log in first to subscribe to Premium.'),
      tone: 'destructive',
    })
    goToSignInSoon(REDIRECT_AFTER)
  } else tell(answer.kind === 'error' ? answer.message : t(SET_UP_FAILED))
}

const tell = (description: string) => toast({ title: t('Error'), description, tone: 'destructive' })
