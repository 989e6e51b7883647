import { CloudAlert, CloudCheck, CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'

interface SyncLineProps {
  state: 'saved' | 'waiting' | 'attention'
  /** The sentence, including numbers and times. */
  children: ReactNode
  /** Where the sentence leads (Needs attention). */
  to?: string | undefined
}

const ICONS = { saved: CloudCheck, waiting: CloudUpload, attention: CloudAlert }

/** The sync status as one sentence with three faces. It never blinks and never covers anything. */
export function SyncLine({ state, children, to }: SyncLineProps) {
  const Icon = ICONS[state]
  const inside = (
    <>
      <Icon className="icon" />
      <span>{children}</span>
    </>
  )
  if (to === undefined) {
    return (
      <p className="sync" data-state={state}>
        {inside}
      </p>
    )
  }
  return (
    <Link className="sync" data-state={state} to={to}>
      {inside}
    </Link>
  )
}
