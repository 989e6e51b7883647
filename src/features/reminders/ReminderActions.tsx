import { Check, Minus, Undo2 } from 'lucide-react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import type { LogDose } from '#src/session/doses.ts'
import { doseLink } from '#src/session/links.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { SnoozeMenu } from '#src/ui/SnoozeMenu.tsx'

interface ReminderActionsProps {
  view: SlotView
  log: LogDose
}

/** What a state offers (docs/look.md, Reminder row); nothing for an upcoming dose. */
export function ReminderActions({ view, log }: ReminderActionsProps) {
  const { name, state } = view
  switch (state) {
    case 'upcoming':
      return null
    case 'due':
    case 'late':
      return (
        <>
          <SnoozeMenu
            label={`Snooze ${name}`}
            onSnooze={(minutes) => log({ verb: 'snooze', doses: [view], minutes })}
          />
          <SkipButton view={view} log={log} />
          <Button variant="primary" aria-label={`Taken: ${name}`} onClick={() => log({ verb: 'take', doses: [view] })}>
            <Check className="icon" />
            Taken
          </Button>
        </>
      )
    case 'snoozed':
      return (
        <Button variant="soft" aria-label={`Taken: ${name}`} onClick={() => log({ verb: 'take', doses: [view] })}>
          <Check className="icon" />
          Taken
        </Button>
      )
    case 'missed':
      // Only the user knows when it was taken, so the sheet asks.
      return (
        <>
          <ButtonLink variant="plain" to={doseLink(view.slot.id)} aria-label={`I took it: ${name}`}>
            <Check className="icon" />I took it
          </ButtonLink>
          <SkipButton view={view} log={log} />
        </>
      )
    case 'taken':
    case 'skipped':
      return (
        <Button
          variant="quiet"
          aria-label={`Undo ${name}`}
          onClick={() => log({ verb: 'undo', events: settlingEvents(view.events) })}
        >
          <Undo2 className="icon" />
          Undo
        </Button>
      )
  }
}

function SkipButton({ view, log }: ReminderActionsProps) {
  return (
    <Button variant="plain" aria-label={`Skip ${view.name}`} onClick={() => log({ verb: 'skip', doses: [view] })}>
      <Minus className="icon" />
      Skip
    </Button>
  )
}
