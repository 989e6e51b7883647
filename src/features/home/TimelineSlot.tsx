import type { ReactNode } from 'react'
import { StateIcon, type StateName } from '#src/ui/StateBadge.tsx'

interface TimelineSlotProps {
  state: StateName
  /** Before now: the rail is drawn as completed there. */
  past?: boolean | undefined
  /** Folds into "Earlier today" on phones. */
  settled?: boolean | undefined
  children: ReactNode
}

/** One node of the rail and its content. */
export function TimelineSlot({ state, past, settled, children }: TimelineSlotProps) {
  return (
    <li className="slot" data-state={state} data-past={past ? '' : undefined} data-settled={settled ? '' : undefined}>
      <div className="slot__rail">
        <span className="slot__node">
          <StateIcon state={state} />
        </span>
      </div>
      <div className="slot__body">{children}</div>
    </li>
  )
}
