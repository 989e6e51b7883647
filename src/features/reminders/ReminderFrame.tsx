import type { ReactNode } from 'react'
import { StateBadge, type StateName } from '#src/ui/StateBadge.tsx'

interface ReminderFrameProps {
  state: StateName
  time: string
  /** The badge's text. */
  word: string
  /** Name, instructions, Edit. */
  main: ReactNode
  actions?: ReactNode
}

/** A row of the list: time, state, medication, actions (docs/look.md, Reminder row). */
export function ReminderFrame({ state, time, word, main, actions }: ReminderFrameProps) {
  return (
    <li className="reminder" data-state={state}>
      <div className="reminder__top">
        <span className="reminder__time">{time}</span>
        <StateBadge state={state} className="reminder__badge">
          {word}
        </StateBadge>
      </div>
      <div className="reminder__main">{main}</div>
      {actions ? <div className="reminder__act">{actions}</div> : null}
    </li>
  )
}
