import { useEffect } from 'react'
import { t } from '#domain/language/translate.ts'
import { PageHead } from '#src/ui/PageHead.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { goToSignInSoon } from './go-to-sign-in.ts'

/** Milliseconds until a visitor is redirected to the sign-in (specification, section 9). */
const REDIRECT_AFTER = 500

/** /subscribe for a visitor. */
export function SignInFirst() {
  useEffect(() => {
    toast({
      title: t('Authentication Required'),
      description: t('Please log in to subscribe to Premium.'),
      tone: 'destructive',
    })
    return goToSignInSoon(REDIRECT_AFTER)
  }, [])
  return (
    <div className="page page--narrow">
      <PageHead title={t('Subscribe to Premium')}>
        <p className="quiet">{t('Taking you to the sign-in page.')}</p>
      </PageHead>
    </div>
  )
}
