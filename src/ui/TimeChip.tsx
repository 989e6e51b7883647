import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'

/** A time of day with its clock: `children` is the time as a person reads it ("8:00 AM"). */
export function TimeChip({ children }: { children: ReactNode }) {
  return (
    <span className="time-chip">
      <Clock className="icon" />
      {children}
    </span>
  )
}
