import { needsConsent } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { AgeDialog } from './AgeDialog.tsx'
import { useAgeAnswer } from './age-answer.ts'
import { ConsentDialog } from './ConsentDialog.tsx'
import { NameQuestion } from './NameQuestion.tsx'
import { useNameQuestion } from './name-question.ts'
import { VerifiedDialog } from './VerifiedDialog.tsx'

/**
 * Shown in place of every health screen until age is verified and, under 18, consent is given (specification, section
 * 5). Its dialogs cannot be dismissed; they offer to sign out.
 */
export default function AgeGate() {
  const { user } = useSession()
  const answer = useAgeAnswer(user.id)
  const isNaming = useNameQuestion((state) => state.isAsked)
  const consent = user.ageVerified ? needsConsent(user, Date.now()) : answer?.needsConsent
  return (
    <div className="page page--narrow">
      <h1 className="sr">{t('Welcome to Dosewell')}</h1>
      {isNaming ? <NameQuestion /> : consent ? <ConsentDialog /> : answer ? <VerifiedDialog /> : <AgeDialog />}
    </div>
  )
}
