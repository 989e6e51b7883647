import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { Missing } from '#src/session/editor/Missing.tsx'
import { useRoleRefusal } from '#src/session/editor/use-role-refusal.ts'
import { PremiumOnly } from '#src/session/PremiumOnly.tsx'
import { useSession } from '#src/session/session.ts'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Dictate } from './Dictate.tsx'
import { SpeechTester } from './SpeechTester.tsx'

/** /voice: say what to add, and hear how a reminder sounds (specification, section 2). Part of Premium. */
export default function VoicePage() {
  const { user } = useSession()
  const permission = mayUse(user, 'premium', Date.now())
  return (
    <div className="page">
      <PageHead title={t('Voice Interaction')}>
        <p className="quiet">{t('Say what you are adding. You check every word before it is saved.')}</p>
      </PageHead>
      {permission.allowed ? (
        <Voice />
      ) : (
        <PremiumOnly title={t('Voice comes with Premium')}>{permission.error}</PremiumOnly>
      )}
    </div>
  )
}

function Voice() {
  const refusal = useRoleRefusal()
  return (
    <>
      {refusal === null ? <Dictate /> : <Missing title={refusal} />}
      <SpeechTester />
    </>
  )
}
