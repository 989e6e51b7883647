import { type FormEventHandler, type ReactNode, useId, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { FieldError } from './FieldFrame.tsx'
import { SubmitFoot } from './SubmitFoot.tsx'

interface FormDialogProps {
  title: string
  submitLabel: string
  isSaving: boolean
  /** What it cannot be saved without, being done: until it is undefined again, the button says so instead. */
  preparing?: string | undefined
  /** Why it could not be saved, shown next to the pressed button; the input stays. */
  problem?: string | undefined
  /** Whether anything would be lost. */
  isChanged: boolean
  /** The fields. */
  children: ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Goes one question back, in a form that asks one at a time; its button then takes the place of "Cancel". */
  onBack?: (() => void) | undefined
  /** The input is discarded; `onClose` follows. */
  onDiscard?: () => void
  onClose(): void
}

/** A long form over its page, full screen on phones. Closing it with changes asks first. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, isSaving, preparing, problem, isChanged, children, onSubmit, onBack } = props
  const { onDiscard, onClose } = props
  const id = useId()
  const [asking, setAsking] = useState(false)
  const close = () => {
    if (isSaving) return
    if (isChanged) setAsking(true)
    else onClose()
  }
  return (
    <>
      <Dialog
        title={title}
        full
        wide
        onClose={close}
        onSubmit={onSubmit}
        footer={
          <>
            <SubmitFoot
              label={submitLabel}
              busy={isSaving ? submitLabel : preparing}
              describedBy={problem ? id : undefined}
              cancelLabel={onBack ? t('Back') : undefined}
              onCancel={onBack ?? close}
            />
            {problem ? (
              <div className="dialog__problem" role="alert">
                <FieldError id={id}>{problem}</FieldError>
              </div>
            ) : null}
          </>
        }
      >
        {children}
      </Dialog>
      {asking ? (
        <ConfirmDialog
          title={t('Discard what you typed?')}
          confirmLabel={t('Discard')}
          cancelLabel={t('Keep editing')}
          onConfirm={() => {
            onDiscard?.()
            onClose()
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{t('It is not saved yet.')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
