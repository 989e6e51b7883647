import { X } from 'lucide-react'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { focusingWrongField } from './focus-wrong-field.ts'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  /** The heading, an h2; it names the dialog. */
  title: ReactNode
  /** Under the title, in quiet text. */
  description?: ReactNode
  /** Above the title: a tile, or anything else that belongs to the head. */
  icon?: ReactNode
  children?: ReactNode
  /**
   * The buttons: the one that leaves first, the main one last. On phones they are stacked, with the main one on top;
   * they stay visible.
   */
  footer?: ReactNode
  /**
   * Called by Esc, the scrim, the close button or the back gesture. The dialog closes when the caller stops rendering
   * it.
   */
  onClose: () => void
  /** False: no Esc, no scrim, no close button. */
  dismissable?: boolean | undefined
  /** The cross in the head; off by default if there is an icon or the dialog cannot be dismissed. */
  closeButton?: boolean | undefined
  /** 44 rem instead of 32. */
  wide?: boolean | undefined
  /** The whole screen on phones: for long forms. */
  full?: boolean | undefined
  /** Centred text: for happy endings, and for the alert. */
  centred?: boolean | undefined
  /** Makes the panel a form (without the browser's own validation); the scrim then no longer closes it. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined
  className?: string | undefined
}

/** A modal dialog, open while it is rendered: `{open && <Dialog …>}`. Focus and Esc: see `useModal`. */
export function Dialog(props: DialogProps) {
  const { onClose, dismissable = true, onSubmit, full } = props
  const id = useId()
  const ref = useModal({ dismissable, scrimCloses: onSubmit === undefined, onClose })
  const labels = { title: `${id}-title`, description: `${id}-description` }
  const look = classNames(
    'dialog',
    props.wide && 'dialog--wide',
    full && 'dialog--form',
    props.centred && 'dialog--centred',
    props.className,
  )
  const inside = <DialogInside {...props} labels={labels} />
  return (
    <dialog
      ref={ref}
      className="modal"
      data-full={full ? '' : undefined}
      aria-labelledby={labels.title}
      aria-describedby={props.description ? labels.description : undefined}
    >
      {onSubmit ? (
        <form className={look} data-arriving="" noValidate onSubmit={focusingWrongField(onSubmit)}>
          {inside}
        </form>
      ) : (
        <div className={look} data-arriving="">
          {inside}
        </div>
      )}
    </dialog>
  )
}

function DialogInside(props: DialogProps & { labels: { title: string; description: string } }) {
  const { title, description, icon, children, footer, onClose, labels, dismissable = true } = props
  const closeButton = props.closeButton ?? (dismissable && icon === undefined)
  return (
    <>
      <div className="dialog__head">
        <div className="dialog__icon">
          {icon}
          <h2 id={labels.title} className="dialog__title" data-dialog-title="" tabIndex={-1}>
            {title}
          </h2>
          {description ? (
            <p className="quiet" id={labels.description}>
              {description}
            </p>
          ) : null}
        </div>
        {closeButton ? (
          <Button iconOnly aria-label={t('Close')} className="dialog__close" onClick={onClose}>
            <X className="icon" />
          </Button>
        ) : null}
      </div>
      {children ? <div className="dialog__body">{children}</div> : null}
      {footer ? <div className="dialog__foot">{footer}</div> : null}
    </>
  )
}
