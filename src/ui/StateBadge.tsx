import { AlarmClock, BellRing, Check, CircleDashed, Clock, ClockAlert, type LucideIcon, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from './Badge.tsx'

export type StateName = 'upcoming' | 'due' | 'late' | 'snoozed' | 'taken' | 'skipped' | 'missed'

const ICONS: Record<StateName, LucideIcon> = {
  upcoming: Clock,
  due: BellRing,
  late: ClockAlert,
  snoozed: AlarmClock,
  taken: Check,
  skipped: Minus,
  missed: CircleDashed,
}

/** The icon that represents a state everywhere (docs/look.md, Reminder row). */
export function StateIcon({ state }: { state: StateName }) {
  const Icon = ICONS[state]
  return <Icon className="icon" />
}

/** A state as a badge: its icon, with the text in `children`. */
export function StateBadge({
  state,
  children,
  className,
}: {
  state: StateName
  children: ReactNode
  className?: string
}) {
  return (
    <Badge state={state} icon={<StateIcon state={state} />} className={className}>
      {children}
    </Badge>
  )
}
