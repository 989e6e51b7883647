import { AlarmClock } from 'lucide-react'
import { Button } from './Button.tsx'
import { Menu } from './Menu.tsx'

/** How long a reminder may rest, in minutes. */
const LENGTHS = [5, 10, 30, 60] as const

interface SnoozeMenuProps {
  /** What rests, for screen readers: "Snooze Metformin XR". */
  label: string
  onSnooze: (minutes: number) => void
}

/** The Snooze button with its lengths. */
export function SnoozeMenu({ label, onSnooze }: SnoozeMenuProps) {
  return (
    <Menu
      label="Remind me again in"
      trigger={
        <Button variant="plain" aria-label={label}>
          <AlarmClock className="icon" />
          Snooze
        </Button>
      }
      items={LENGTHS.map((minutes) => ({
        label: minutes === 60 ? '1 hour' : `${minutes} minutes`,
        onSelect: () => onSnooze(minutes),
      }))}
    />
  )
}
