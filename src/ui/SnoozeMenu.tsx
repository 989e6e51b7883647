import { AlarmClock } from 'lucide-react'
import { Button } from './Button.tsx'
import { Menu } from './Menu.tsx'

/** How long a reminder can be snoozed, in minutes. The last one ends sooner if the app is opened (decision 018). */
const LENGTHS: [number, string][] = [
  [5, '5 minutes'],
  [10, '10 minutes'],
  [30, '30 minutes'],
  [60, '1 hour'],
  [720, 'When I open the app'],
]

interface SnoozeMenuProps {
  /** What is snoozed, for screen readers: "Snooze Metformin XR". */
  label: string
  onSnooze: (minutes: number) => void
}

/** The Snooze button with its lengths. */
export function SnoozeMenu({ label, onSnooze }: SnoozeMenuProps) {
  return (
    <Menu
      label="Remind me again"
      trigger={
        <Button variant="plain" aria-label={label}>
          <AlarmClock className="icon" />
          Snooze
        </Button>
      }
      items={LENGTHS.map(([minutes, label]) => ({
        label,
        onSelect: () => onSnooze(minutes),
      }))}
    />
  )
}
