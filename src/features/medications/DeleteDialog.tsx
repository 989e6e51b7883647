import { History, Trash2 } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
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
      title={t('Delete Medication?')}
      confirmLabel={t('Delete')}
      confirmIcon={<Trash2 className="icon" />}
      other={{ label: t('Stop instead'), onClick: then(stop) }}
      onConfirm={then(remove)}
      onCancel={onClose}
    >
      <p>
        {t('This will permanently delete {medicine} and all associated reminders. This action cannot be undone.', {
          medicine: medication.name,
        })}
      </p>
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
      toast({ title: t('Error'), description: saved.error.error, tone: 'destructive' })
      return
    }
    toast(success)
    watch(saved.value.keys, { title: () => t('Error') })
  }
  const resume = async ({ id, name }: Medication) =>
    finish(await commands.resumeMedication(id), { title: t('{medicine} goes on', { medicine: name }) })
  return {
    async remove({ id }: Medication) {
      finish(await commands.deleteMedication(id), {
        title: t('Success'),
        description: t('Medication deleted successfully'),
      })
    },
    async stop(medication: Medication) {
      finish(await commands.stopMedication(medication.id), {
        title: t('{medicine} stopped', { medicine: medication.name }),
        description: t('It no longer reminds you. Its history stays.'),
        action: { label: t('Undo'), run: () => void resume(medication) },
      })
    },
  }
}
