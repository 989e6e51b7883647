import { t } from '#domain/language/translate.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'

interface LogTwiceProps {
  /** Says when the last one was logged. */
  sentence: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before logging a dose that looks like one already there (readings, Medications). */
export function LogTwice({ sentence, onConfirm, onCancel }: LogTwiceProps) {
  return (
    <ConfirmDialog
      title={t('Log another dose?')}
      confirmLabel={t('Log another dose')}
      variant="primary"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{sentence}</p>
    </ConfirmDialog>
  )
}
