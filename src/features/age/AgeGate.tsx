import { useState } from 'react'
import { needsConsent } from '#domain/access/may-use.ts'
import { useSession } from '#src/session/session.ts'
import { AgeDialog } from './AgeDialog.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import { NameQuestion } from './NameQuestion.tsx'
import { useNameQuestion } from './name-question.ts'

/**
 * Stands in place of every health screen until age is verified and, under 18, consent is there (specification, section
 * 5). Its dialogs cannot be dismissed; they offer to sign out.
 */
export default function AgeGate() {
  const { user } = useSession()
  const [consentAsked, setConsentAsked] = useState(false)
  const isNaming = useNameQuestion((state) => state.isAsked)
  const consent = consentAsked || (user.ageVerified && needsConsent(user, Date.now()))
  return (
    <div className="page page--narrow">
      <h1 className="sr">Welcome to Dosewell</h1>
      {isNaming ? (
        <NameQuestion />
      ) : consent ? (
        <ConsentDialog />
      ) : (
        <AgeDialog onConsentRequired={() => setConsentAsked(true)} />
      )}
    </div>
  )
}
