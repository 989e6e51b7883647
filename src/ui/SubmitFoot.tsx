import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'

interface SubmitFootProps {
  /** The verb. */
  label: string
  cancelLabel?: string | undefined
  variant?: 'primary' | 'danger'
  disabled?: boolean
  /** The label while it is being done. */
  busy?: string | undefined
  /** The id of the error message. */
  describedBy?: string | undefined
  onCancel(): void
}

/** The foot of a dialog that is a form: the button that leaves first, the verb last. */
export function SubmitFoot(props: SubmitFootProps) {
  const { label, cancelLabel = t('Cancel'), variant = 'primary', disabled, busy, describedBy, onCancel } = props
  return (
    <>
      <Button variant="plain" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button variant={variant} type="submit" disabled={disabled} busy={busy} aria-describedby={describedBy}>
        {label}
      </Button>
    </>
  )
}
