import { AlarmClock } from 'lucide-react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { Menu } from './Menu.tsx'

/** How long a reminder can be snoozed, in minutes. The last one ends sooner if the app is opened (decision 018). */
export const SNOOZE_LENGTHS: readonly (readonly [number, Message])[] = [
  [5, msg('5 minutes')],
  [10, msg('10 minutes')],
  [30, msg('30 minutes')],
  [60, msg('1 hour')],
  [720, msg('When I open the app')],
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
      label={t('Remind me again')}
      trigger={
        <Button variant="plain" aria-label={label}>
          <AlarmClock className="icon" />
          {t('Snooze')}
        </Button>
      }
      items={SNOOZE_LENGTHS.map(([minutes, label]) => ({
        label: t(label),
        onSelect: () => onSnooze(minutes),
      }))}
    />
  )
}
