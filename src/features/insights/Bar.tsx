import type { ReactNode } from 'react'
import type { Adherence } from '#domain/doses/adherence.ts'
import { percentText } from './insights-text.ts'

interface BarProps {
  name: ReactNode
  adherence: Pick<Adherence, 'percent'>
  /** Shown under the bar. */
  children: ReactNode
}

/** A line in a bar chart: name and percent as text, and the bar for those who prefer it. */
export function Bar({ name, adherence, children }: BarProps) {
  return (
    <li className="bars__row">
      <span className="row row--tight">{name}</span>
      <span className="strong num">{percentText(adherence)}</span>
      <span className="bars__track" aria-hidden="true">
        <span className="bars__fill" style={{ width: `${adherence.percent ?? 0}%` }} />
      </span>
      <span className="small quiet bars__words">{children}</span>
    </li>
  )
}
