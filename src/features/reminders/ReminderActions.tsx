import { Check, Minus, Undo2 } from 'lucide-react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import { doseLink } from '#src/session/links.ts'
import type { QuickDose } from '#src/session/quick-dose.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { SnoozeMenu } from '#src/ui/SnoozeMenu.tsx'

interface ReminderActionsProps {
  view: SlotView
  dose: QuickDose
}

/** What a state offers (docs/look.md, Reminder row); nothing for an upcoming dose. */
export function ReminderActions({ view, dose }: ReminderActionsProps) {
  const { name, state } = view
  switch (state) {
    case 'upcoming':
      return null
    case 'due':
    case 'late':
      return (
        <>
          <SnoozeMenu label={`Snooze ${name}`} onSnooze={(minutes) => dose.snooze([view], minutes)} />
          <SkipButton view={view} dose={dose} />
          <Button variant="primary" aria-label={`Taken: ${name}`} onClick={() => dose.take([view])}>
            <Check className="icon" />
            Taken
          </Button>
        </>
      )
    case 'snoozed':
      return (
        <Button variant="soft" aria-label={`Taken: ${name}`} onClick={() => dose.take([view])}>
          <Check className="icon" />
          Taken
        </Button>
      )
    case 'missed':
      // When it was taken is for the person to say: the sheet asks.
      return (
        <>
          <ButtonLink variant="plain" to={doseLink(view.slot.id)} aria-label={`I took it: ${name}`}>
            <Check className="icon" />I took it
          </ButtonLink>
          <SkipButton view={view} dose={dose} />
        </>
      )
    case 'taken':
    case 'skipped':
      return (
        <Button variant="quiet" aria-label={`Undo ${name}`} onClick={() => dose.undo(settlingEvents(view.events))}>
          <Undo2 className="icon" />
          Undo
        </Button>
      )
  }
}

function SkipButton({ view, dose }: ReminderActionsProps) {
  return (
    <Button variant="plain" aria-label={`Skip ${view.name}`} onClick={() => dose.skip([view])}>
      <Minus className="icon" />
      Skip
    </Button>
  )
}
