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
  /** The look; without one the badge is a plain word. */
  state?: BadgeState | undefined
  /** An icon goes with every state; leave it out only for plain words (Free, Inactive). */
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A state in an icon and a word; the colour comes on top. */
export function Badge({ state, icon, children, className }: BadgeProps) {
  return (
    <span className={classNames('badge', !icon && 'badge--word', className)} data-state={state}>
      {icon}
      {children}
    </span>
  )
}
