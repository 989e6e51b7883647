import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  /** The question. */
  title: ReactNode
  /** Names the item and what is lost with it. */
  children: ReactNode
  /** The verb on the button that does it. */
  confirmLabel: string
  /** An icon on that button. */
  confirmIcon?: ReactNode
  onConfirm: () => void
  onCancel: () => void
  cancelLabel?: string | undefined
  /** A gentler option between the two ("Stop instead"). */
  other?: { label: string; onClick: () => void } | undefined
  /** danger if something is lost. */
  variant?: 'danger' | 'primary' | undefined
  /** The label while it is being done; the dialog cannot be closed meanwhile, because it is too late to say no. */
  busy?: string | undefined
}

/** A question before something irreversible. Cancel comes first and has the focus; the verb comes last. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, confirmIcon, onConfirm, onCancel } = props
  const { cancelLabel = t('Cancel'), other, variant = 'danger', busy } = props
  // They keep the focus, as the busy button does.
  const still = busy === undefined ? {} : { 'aria-disabled': true, onClick: undefined }
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      dismissable={busy === undefined}
      closeButton={false}
      footer={
        <>
          <Button variant="plain" onClick={onCancel} data-autofocus="" {...still}>
            {cancelLabel}
          </Button>
          {other ? (
            <Button variant="soft" onClick={other.onClick} {...still}>
              {other.label}
            </Button>
          ) : null}
          <Button variant={variant} onClick={onConfirm} busy={busy}>
            {confirmIcon}
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
