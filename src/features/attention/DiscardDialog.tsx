import { Info } from 'lucide-react'
import { readCommand } from '#domain/commands/read-command.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { isSameMedicine, type Medication } from '#domain/records/medication.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { subjectOf, type WordContext } from './command-text.ts'

interface DiscardDialogProps {
  entry: StoredEntry
  context: WordContext
  medications: readonly Medication[]
  waitingWith: string | null
  onDiscard(): void
  /** Called to move the entries waiting with it to this medication. */
  onMove(to: MedicationId): void
  onCancel(): void
}

/** Asks before an entry is discarded; doses logged for a duplicate medication may move to the other one. */
export function DiscardDialog(props: DiscardDialogProps) {
  const { entry, context, medications, waitingWith, onDiscard, onMove, onCancel } = props
  const command = readCommand(entry.command)
  const twin =
    command?.name === 'medication.add' && waitingWith
      ? medications.find((other) => other.id !== command.args.id && isSameMedicine(other, command.args))
      : undefined
  return (
    <ConfirmDialog
      title={t('Discard mine?')}
      confirmLabel={t('Discard')}
      other={twin ? { label: t('Keep the entries'), onClick: () => onMove(twin.id) } : undefined}
      onConfirm={onDiscard}
      onCancel={onCancel}
    >
      <p>
        {command
          ? t('What you entered for {subject} will be gone from this device. This action cannot be undone.', {
              subject: subjectOf(command, context),
            })
          : t('This change will be gone from this device. This action cannot be undone.')}
      </p>
      {waitingWith ? (
        <Notice tone="plain" icon={<Info className="icon" />}>
          {waitingWith}
          {twin
            ? ` ${t('You can keep them: they move to the {medicine} that is in your list.', { medicine: twin.name })}`
            : null}
        </Notice>
      ) : null}
    </ConfirmDialog>
  )
}
