import { AlarmClock, Check, type LucideIcon, Minus, Undo2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { isMove, settlingEvents, standingEvents } from '#domain/doses/slot-outcome.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { LogDose } from '#src/session/doses.ts'
import { doseLink } from '#src/session/links.ts'
import { show, useWhose } from '#src/session/people.tsx'
import { Button } from '#src/ui/Button.tsx'

interface CardActionsProps {
  view: SlotView
  log: LogDose
  /** Asks when to be reminded again. */
  onLater(): void
}

/** What can be done about a dose, as on /reminders (docs/look.md, Reminder row), each with a word. */
export function CardActions({ view, log, onLater }: CardActionsProps) {
  const { name, state } = view
  switch (state) {
    case 'due':
    case 'late':
      return (
        <>
          <TakenButton view={view} log={log} />
          <Button variant="plain" size="lg" block onClick={onLater}>
            <AlarmClock className="icon" aria-hidden="true" />
            {t('Remind me later')}
          </Button>
          <SkipButton view={view} log={log} />
        </>
      )
    case 'snoozed':
      return (
        <>
          <TakenButton view={view} log={log} />
          <UndoButton name={name} events={snoozes(view)} log={log} />
        </>
      )
    case 'missed':
      return (
        <>
          <TookIt view={view} />
          <SkipButton view={view} log={log} />
        </>
      )
    case 'upcoming':
      return <TookIt view={view} />
    case 'taken':
    case 'skipped':
      return <UndoButton name={name} events={settlingEvents(view.events)} log={log} />
  }
}

const snoozes = ({ events }: SlotView): DoseEvent[] =>
  standingEvents(events).filter((event) => event.kind === 'snoozed' && !isMove(event))

interface ActionProps {
  variant?: 'primary' | 'plain'
  icon: LucideIcon
  /** The word on the button. */
  word: string
  /** The button's name, which says of what. */
  name: string
  onPress(): void
}

function Action({ variant = 'plain', icon: Icon, word, name, onPress }: ActionProps) {
  return (
    <Button variant={variant} size="lg" block aria-label={name} onClick={onPress}>
      <Icon className="icon" aria-hidden="true" />
      {word}
    </Button>
  )
}

type LogProps = Pick<CardActionsProps, 'view' | 'log'>

const TakenButton = ({ view, log }: LogProps) => (
  <Action
    variant="primary"
    icon={Check}
    word={t('Taken')}
    name={t('Taken: {medicine}', { medicine: view.name })}
    onPress={() => void log({ verb: 'take', doses: [view] })}
  />
)

const SkipButton = ({ view, log }: LogProps) => (
  <Action
    icon={Minus}
    word={t(msg('Skip', 'dose'))}
    name={t('Skip {medicine}', { medicine: view.name })}
    onPress={() => void log({ verb: 'skip', doses: [view] })}
  />
)

function UndoButton({ name, events, log }: { name: string; events: readonly DoseEvent[]; log: LogDose }) {
  if (events.length === 0) return null
  return (
    <Action
      icon={Undo2}
      word={t('Undo')}
      name={t('Undo {medicine}', { medicine: name })}
      onPress={() => void log({ verb: 'undo', events })}
    />
  )
}

/** Only the user knows when it was taken, so the sheet asks; it is one of the person who is shown. */
function TookIt({ view }: { view: SlotView }) {
  const whose = useWhose()
  const navigate = useNavigate()
  const ask = async () => {
    if (whose) await show(whose.id)
    navigate(doseLink(view.slot.id))
  }
  return (
    <Action
      icon={Check}
      word={t('I took it')}
      name={t('I took it: {medicine}', { medicine: view.name })}
      onPress={() => void ask()}
    />
  )
}
