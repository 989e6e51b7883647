import { Check, Minus } from 'lucide-react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { LogDose } from '#src/session/doses.ts'
import { doseLink } from '#src/session/links.ts'
import { UndoButton } from '#src/session/UndoButton.tsx'
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
            label={t('Snooze {medicine}', { medicine: name })}
            onSnooze={(minutes) => log({ verb: 'snooze', doses: [view], minutes })}
          />
          <SkipButton view={view} log={log} />
          <Button
            variant="primary"
            aria-label={t('Taken: {medicine}', { medicine: name })}
            onClick={() => log({ verb: 'take', doses: [view] })}
          >
            <Check className="icon" />
            {t('Taken')}
          </Button>
        </>
      )
    case 'snoozed':
      return (
        <Button
          variant="soft"
          aria-label={t('Taken: {medicine}', { medicine: name })}
          onClick={() => log({ verb: 'take', doses: [view] })}
        >
          <Check className="icon" />
          {t('Taken')}
        </Button>
      )
    case 'missed':
      // Only the user knows when it was taken, so the sheet asks.
      return (
        <>
          <ButtonLink
            variant="plain"
            to={doseLink(view.slot.id)}
            aria-label={t('I took it: {medicine}', { medicine: name })}
          >
            <Check className="icon" />
            {t('I took it')}
          </ButtonLink>
          <SkipButton view={view} log={log} />
        </>
      )
    case 'taken':
    case 'skipped':
      return <UndoButton medicine={name} onClick={() => log({ verb: 'undo', events: settlingEvents(view.events) })} />
  }
}

function SkipButton({ view, log }: ReminderActionsProps) {
  return (
    <Button
      variant="plain"
      aria-label={t('Skip {medicine}', { medicine: view.name })}
      onClick={() => log({ verb: 'skip', doses: [view] })}
    >
      <Minus className="icon" />
      {t(msg('Skip', 'dose'))}
    </Button>
  )
}
