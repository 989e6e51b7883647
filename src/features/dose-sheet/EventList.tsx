import { AlarmClock, Check, type LucideIcon, Minus, Undo2 } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import type { DoseEvent, DoseKind } from '#domain/records/dose-event.ts'
import { Button } from '#src/ui/Button.tsx'
import type { EventLine } from './event-text.ts'

const ICONS: Record<DoseKind, LucideIcon> = {
  taken: Check,
  skipped: Minus,
  snoozed: AlarmClock,
  undone: Undo2,
}

interface EventListProps {
  lines: readonly EventLine[]
  /** The events that can be undone individually: those of a dose that was logged twice. */
  undoable: readonly DoseEvent[]
  onUndo: (event: DoseEvent) => void
}

/** What happened to a dose, newest first. */
export function EventList({ lines, undoable, onUndo }: EventListProps) {
  return (
    <ol className="ds__log">
      {lines.map(({ event, stands, title, sub }) => {
        const Icon = ICONS[event.kind]
        return (
          <li key={event.id} data-kind={stands ? event.kind : undefined}>
            <Icon className="icon" />
            <span className="grow">
              <strong>{title}</strong>
              <br />
              <span className="small quiet">{sub}</span>
            </span>
            {undoable.includes(event) ? (
              <Button variant="quiet" aria-label={t('Undo: {event}', { event: title })} onClick={() => onUndo(event)}>
                {t('Undo')}
              </Button>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
