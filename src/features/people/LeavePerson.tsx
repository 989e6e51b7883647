import { useState } from 'react'
import { dataIdOf, type ListedPerson } from '#domain/records/person.ts'
import { endGrant } from '#src/platform/grant-calls.ts'
import { laterText } from '#src/platform/people-calls.ts'
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
      toast({ title: `You no longer look after ${person.name}` })
    } else {
      const description = answer?.kind === 'refused' ? answer.sentence : laterText()
      toast({ title: 'Nothing was changed', description, tone: 'destructive' })
    }
  }
  return (
    <ConfirmDialog
      title={`Stop looking after ${person.name}?`}
      confirmLabel="Stop"
      busy={isBusy ? 'Ending' : undefined}
      onCancel={onClose}
      onConfirm={() => void leave().catch(reportError)}
    >
      <p>
        You see nothing of {person.name} any more, and it is deleted from your devices. What you logged stays with them.{' '}
        {person.sharedBy} is not told, and can invite you again.
      </p>
    </ConfirmDialog>
  )
}
