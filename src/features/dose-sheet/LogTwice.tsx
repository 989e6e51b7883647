import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'

interface LogTwiceProps {
  /** Names when the last one was logged. */
  sentence: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asked before a dose is logged that looks like one that is there already (readings, Medications). */
export function LogTwice({ sentence, onConfirm, onCancel }: LogTwiceProps) {
  return (
    <ConfirmDialog
      title="Log another dose?"
      confirmLabel="Log another dose"
      variant="primary"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{sentence}</p>
    </ConfirmDialog>
  )
}
