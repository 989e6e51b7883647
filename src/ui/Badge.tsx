import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeState =
  | 'due'
  | 'late'
  | 'snoozed'
  | 'taken'
  | 'skipped'
  | 'missed'
  | 'upcoming'
  | 'info'
  | 'premium'
  | 'primary'

interface BadgeProps {
  /** The look; without one, the badge is plain text. */
  state?: BadgeState | undefined
  /** Every state has an icon; leave it out only for plain text (Free, Inactive). */
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** Shows a state as an icon and text, with colour on top. */
export function Badge({ state, icon, children, className }: BadgeProps) {
  return (
    <span className={classNames('badge', !icon && 'badge--word', className)} data-state={state}>
      {icon}
      {children}
    </span>
  )
}
