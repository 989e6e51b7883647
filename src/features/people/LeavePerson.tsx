import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { dataIdOf, type ListedPerson } from '#domain/records/person.ts'
import { endGrant } from '#src/platform/grant-calls.ts'
import { laterText } from '#src/platform/online-calls.ts'
import { leavePerson } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { toast } from '#src/ui/toast-store.ts'

/** Ends what another account shares with this one. */
export function LeavePerson({ person, onClose }: { person: ListedPerson; onClose(): void }) {
  const { account } = useSession()
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const answer = person.grantId === null ? null : await endGrant(account.id, person.grantId)
    setBusy(false)
    onClose()
    if (answer?.kind === 'ok') {
      await leavePerson(account.id, dataIdOf(person.id))
      toast({ title: t('You no longer look after {name}', { name: person.name }) })
    } else {
      const description = answer?.kind === 'refused' ? answer.sentence : laterText()
      toast({ title: t('Nothing was changed'), description, tone: 'destructive' })
    }
  }
  return (
    <ConfirmDialog
      title={t('Stop looking after {name}?', { name: person.name })}
      confirmLabel={t('Stop')}
      busy={isBusy ? t('Ending') : undefined}
      onCancel={onClose}
      onConfirm={() => void leave().catch(reportError)}
    >
      <p>
        {t(
          'You see nothing of {name} any more, and it is deleted from your devices. What you logged stays with them. {sharedBy} is not told, and can invite you again.',
          { name: person.name, sharedBy: person.sharedBy ?? '' },
        )}
      </p>
    </ConfirmDialog>
  )
}
