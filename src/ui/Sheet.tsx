import { X } from 'lucide-react'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { focusingWrongField } from './focus-wrong-field.ts'
import { useModal } from './use-modal.ts'

interface SheetProps {
  /** The heading, an h2; it names the sheet. */
  title: ReactNode
  /** Under the title, in quiet text. */
  sub?: ReactNode
  /** A tile before the title. */
  icon?: ReactNode
  children: ReactNode
  /** Buttons at the end that stay visible. */
  footer?: ReactNode
  onClose: () => void
  dismissable?: boolean | undefined
  /** Makes the panel a form; the scrim then no longer closes it. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined
}

/** A sheet from below on phones, a dialog on desktops; modal while it is rendered. */
export function Sheet({ title, sub, icon, children, footer, onClose, dismissable = true, onSubmit }: SheetProps) {
  const id = useId()
  const ref = useModal({ dismissable, scrimCloses: onSubmit === undefined, onClose })
  const inside = (
    <>
      <div className="sheet__grip" aria-hidden="true" />
      <div className="row row--nowrap items-start">
        {icon}
        <div className="grow">
          <h2 id={`${id}-title`} className="dialog__title" data-dialog-title="" tabIndex={-1}>
            {title}
          </h2>
          {sub ? <p className="quiet">{sub}</p> : null}
        </div>
        {dismissable ? (
          <Button iconOnly aria-label={t('Close')} className="dialog__close" onClick={onClose}>
            <X className="icon" />
          </Button>
        ) : null}
      </div>
      <div className="dialog__body">{children}</div>
      {footer ? <div className="dialog__foot">{footer}</div> : null}
    </>
  )
  return (
    <dialog ref={ref} className="modal" data-kind="sheet" aria-labelledby={`${id}-title`}>
      {onSubmit ? (
        <form className="sheet" data-arriving="" noValidate onSubmit={focusingWrongField(onSubmit)}>
          {inside}
        </form>
      ) : (
        <div className="sheet" data-arriving="">
          {inside}
        </div>
      )}
    </dialog>
  )
}
