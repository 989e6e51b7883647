import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { fail, type Result } from '#domain/lib/result.ts'
import type { ParentalConsent } from '#domain/records/user.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { toast } from '#src/ui/toast-store.ts'
import { AskParent } from './AskParent.tsx'
import { ConsentSent } from './ConsentSent.tsx'
import { consentStageOf, newerConsent } from './consent-stage.ts'
import { requestConsent } from './request-consent.ts'
import { useLooks } from './use-looks.ts'

/** What a user aged 13 to 17 sees until a parent has agreed (specification, section 5). Disappears once they have. */
export function ConsentDialog() {
  const { user, zone, refreshUser } = useSession()
  const [answered, setAnswered] = useState<ParentalConsent | null>(null)
  const [isCorrecting, setCorrecting] = useState(false)
  const now = useNow()
  useLooks(refreshUser)

  const consent = newerConsent(answered, user.parentalConsent)
  const stage = consentStageOf(consent, now, zone)

  const send = async (email: string): Promise<Result<unknown, string>> => {
    if (email.trim() === '') {
      const sentence = t("Please enter your parent/guardian's email")
      toast({ title: t('Email Required'), description: sentence, tone: 'destructive' })
      return fail(sentence)
    }
    const sent = await requestConsent(email)
    if (!sent.ok) {
      toast({ title: t('Failed to Send'), description: sent.error, tone: 'destructive' })
      return sent
    }
    toast({
      title: t('Consent Request Sent'),
      description: t('An email has been sent to {email}', { email: email.trim() }),
    })
    setAnswered(sent.value)
    setCorrecting(false)
    await refreshUser()
    return sent
  }

  if (stage.kind === 'waiting' && !isCorrecting) {
    return <ConsentSent {...stage} onSend={send} onOtherAddress={() => setCorrecting(true)} />
  }
  const email = stage.kind === 'not-asked' ? '' : stage.email
  return (
    <AskParent
      // Input survives updates about the parent; only another stage resets it.
      key={stage.kind === 'ask-again' ? stage.title : stage.kind}
      email={email}
      problem={stage.kind === 'ask-again' ? stage : null}
      onSend={send}
      onBack={stage.kind === 'waiting' ? () => setCorrecting(false) : null}
    />
  )
}
