import { Cake } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { GateDialog } from './GateDialog.tsx'
import { useNameQuestion } from './name-question.ts'
import { useLooks } from './use-looks.ts'

/**
 * Shown when the age is verified, but this device has not yet learned what the user may do, perhaps because the
 * connection was lost. Disappears once it has.
 */
export function VerifiedDialog() {
  const { refreshUser } = useSession()
  const [looking, setLooking] = useState(false)
  const isChecking = useNameQuestion((state) => state.isChecking)
  useLooks(refreshUser)
  const look = async () => {
    setLooking(true)
    await refreshUser()
    setLooking(false)
  }
  return (
    <GateDialog
      title={t('Age Verified')}
      description={
        isChecking ? t('Dosewell opens in a moment.') : t('Dosewell opens as soon as there is a connection.')
      }
      icon={Cake}
      actions={
        <Button variant="primary" busy={looking || isChecking ? t('Checking') : undefined} onClick={look}>
          {t('Try again')}
        </Button>
      }
    />
  )
}
