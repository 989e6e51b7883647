import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

interface ShownOnceProps {
  title: string
  description?: string
  /** What to do with it, and what not. */
  advice: string
  /** What it is, for screen readers. */
  label: string
  secret: string
  /** Ways to copy or open it. */
  children: ReactNode
  closeLabel: string
  onClose(): void
}

/** A secret that is told only now; a press beside the dialog does not close it. */
export function ShownOnce(props: ShownOnceProps) {
  const { title, description, advice, label, secret, children, closeLabel, onClose } = props
  return (
    <Dialog
      title={title}
      description={description}
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" block onClick={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <div className="stack">
        <Notice
          tone="due"
          icon={<TriangleAlert className="icon" aria-hidden="true" />}
          title={t('It is shown only now.')}
        >
          {advice}
        </Notice>
        <p className="secret" translate="no">
          <span className="sr">{label} </span>
          <code>{secret}</code>
        </p>
        {children}
      </div>
    </Dialog>
  )
}
