import { useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { cancelAnswer, cancelRefused } from '#domain/protocol/subscription.ts'
import { type ApiAnswer, apiCall } from '#src/platform/api-call.ts'
import { useSession } from '#src/session/session.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { toast } from '#src/ui/toast-store.ts'

/** Specification, section 8. */
const FAILED = msg('Unable to cancel subscription. Please try again.')

function whyNot(answer: ApiAnswer): string {
  if (answer.kind === 'error') return answer.message
  const refused = cancelRefused.safeParse(answer.kind === 'ok' ? answer.body : null)
  return refused.success ? refused.data.error : t(FAILED)
}

export interface CancelSubscriptionProps {
  onClose(): void
  onCancelled?(): void
}

/** Asks before cancelling Premium, says what remains, and cancels it (specification, section 2). */
export function CancelSubscription({ onClose, onCancelled }: CancelSubscriptionProps) {
  const { user, zone, refreshUser } = useSession()
  const [sending, setSending] = useState(false)
  const { subscriptionEndsAt: endsAt } = user

  const cancel = async () => {
    setSending(true)
    const answer = await apiCall({ method: 'POST', path: '/api/cancel-subscription' })
    const cancelled = answer.kind === 'ok' ? cancelAnswer.safeParse(answer.body) : null
    setSending(false)
    if (cancelled?.success) {
      toast({ title: t('Subscription Cancelled'), description: cancelled.data.message })
      onClose()
      onCancelled?.()
      await refreshUser()
      return
    }
    toast({ title: t('Cancellation Failed'), description: whyNot(answer), tone: 'destructive' })
  }

  return (
    <ConfirmDialog
      title={t('Cancel Subscription?')}
      cancelLabel={t('Keep Premium')}
      confirmLabel={t('Cancel Subscription')}
      busy={sending ? t('Cancelling') : undefined}
      onCancel={onClose}
      onConfirm={() => void cancel()}
    >
      <p>
        {user.subscriptionStatus === 'past_due'
          ? t('Nothing more is charged. Voice, scanning and insights stay off.')
          : endsAt === null
            ? t(
                'Premium stays until the end of the period that is paid. After that voice, scanning and insights are off.',
              )
            : t('Premium stays until {date}. After that voice, scanning and insights are off.', {
                date: formatDate(localAt(Date.parse(endsAt), zone).date),
              })}{' '}
        {t('Your medications, reminders and records stay.')}
      </p>
    </ConfirmDialog>
  )
}
