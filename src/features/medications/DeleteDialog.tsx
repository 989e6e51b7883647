import { History, Trash2 } from 'lucide-react'
import type { Medication } from '#domain/records/medication.ts'
import { countLoggedDoses } from '#src/data/medication-doses.ts'
import { useCommands } from '#src/session/commands.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import type { SaveResult } from '#src/session/saving.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'
import { lostDosesText } from './medication-text.ts'

/**
 * Asks before a medication is deleted for good, says what is lost with it, and offers to stop it instead (readings,
 * Medications).
 */
export function DeleteDialog({ medication, onClose }: { medication: Medication; onClose: () => void }) {
  const { db } = useSession()
  const { remove, stop } = useEndings()
  const doses = useLiveQuery(() => countLoggedDoses(db, medication.id), [db, medication.id])
  const then = (ending: (medication: Medication) => Promise<void>) => () => {
    onClose()
    void ending(medication)
  }
  return (
    <ConfirmDialog
      title="Delete Medication?"
      confirmLabel="Delete"
      confirmIcon={<Trash2 className="icon" />}
      other={{ label: 'Stop instead', onClick: then(stop) }}
      onConfirm={then(remove)}
      onCancel={onClose}
    >
      <p>This will permanently delete {medication.name} and all associated reminders. This action cannot be undone.</p>
      <Notice tone="plain" icon={<History className="icon" />}>
        {lostDosesText(doses ?? 0)}
      </Notice>
    </ConfirmDialog>
  )
}

/** Returns the two ways to end a medication, with their toasts. */
function useEndings() {
  const commands = useCommands()
  const watch = useFirstAttempt()
  const finish = (saved: SaveResult, success: ToastInput): void => {
    if (!saved.ok) {
      toast({ title: 'Error', description: saved.error.error, tone: 'destructive' })
      return
    }
    toast(success)
    watch(saved.value.keys, { title: () => 'Error' })
  }
  const resume = async ({ id, name }: Medication) =>
    finish(await commands.resumeMedication(id), { title: `${name} goes on` })
  return {
    async remove({ id }: Medication) {
      finish(await commands.deleteMedication(id), {
        title: 'Success',
        description: 'Medication deleted successfully',
      })
    },
    async stop(medication: Medication) {
      finish(await commands.stopMedication(medication.id), {
        title: `${medication.name} stopped`,
        description: 'It no longer reminds you. Its history stays.',
        action: { label: 'Undo', run: () => void resume(medication) },
      })
    },
  }
}
