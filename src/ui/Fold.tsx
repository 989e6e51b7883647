import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'

interface FoldProps {
  title: ReactNode
  /** What is in it, said beside the title while it is closed. */
  inside?: ReactNode
  /** Something in it needs to be mended: it stays open. */
  isWrong?: boolean | undefined
  /** A well instead of a card. */
  sunken?: boolean | undefined
  children: ReactNode
}

/** What most people need not see, one press away. */
export function Fold({ title, inside, isWrong = false, sunken, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={classNames('card', sunken && 'card--sunken')}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => {
        // The browser has closed it already, and to React nothing changed.
        if (isWrong) currentTarget.open = true
        setOpen(currentTarget.open)
      }}
    >
      <summary className="card__summary">
        {title}
        {inside && !isOpen ? <span className="card__inside"> {inside}</span> : null}
      </summary>
      {children}
    </details>
  )
}
