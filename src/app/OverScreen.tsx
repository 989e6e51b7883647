import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTopLayer } from '#src/ui/top-layer.ts'

interface OverScreenProps {
  icon: ReactNode
  title: string
  text: string
  action?: ReactNode
}

/** Says what blocks the page, above it and above any open dialog, so that what was typed there is not lost. */
export function OverScreen({ icon, title, text, action }: OverScreenProps) {
  const layer = useTopLayer()
  return createPortal(
    <div className="over" role="alert">
      <div className="toast" data-arriving="">
        {icon}
        <span className="toast__words grow">
          <span className="toast__title">{title}</span>
          <span className="toast__text">{text}</span>
        </span>
        {action}
      </div>
    </div>,
    layer ?? document.body,
  )
}
