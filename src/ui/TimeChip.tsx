import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'

/** A time of day with a clock: `children` is the time as people read it ("8:00 AM"). */
export function TimeChip({ children }: { children: ReactNode }) {
  return (
    <span className="time-chip">
      <Clock className="icon" />
      {children}
    </span>
  )
}
