import { Info, Pencil, Undo2 } from 'lucide-react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { labelWords } from '#domain/doses/dose-words.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { settlingEvents } from '#src/session/correct-dose.ts'
import { useQuickDose } from '#src/session/quick-dose.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { EventList } from './EventList.tsx'
import { eventLines } from './event-words.ts'
import { SlotMoment, SlotTile } from './SlotHead.tsx'

interface SettledSlotProps {
  view: SlotView
  onChange: () => void
  onClose: () => void
}

/** A dose that is logged: what happened, line by line, with Undo and Change. */
export function SettledSlot({ view, onChange, onClose }: SettledSlotProps) {
  const { zone, device } = useSession()
  const now = useNow()
  const dose = useQuickDose()
  const standing = settlingEvents(view.outcome)
  const twice = standing.length > 1
  const undo = async (events: readonly DoseEvent[]) => {
    await dose.undo(events)
    if (events.length === standing.length) onClose()
  }
  return (
    <Sheet
      icon={<SlotTile view={view} />}
      title={view.name}
      sub={labelWords(view) || undefined}
      onClose={onClose}
      footer={
        <div className="ds__foot">
          <div className="btns">
            <Button variant="plain" onClick={() => undo(standing)}>
              <Undo2 className="icon" />
              {twice ? 'Undo both' : 'Undo'}
            </Button>
            <Button variant="plain" onClick={onChange}>
              <Pencil className="icon" />
              Change
            </Button>
          </div>
        </div>
      }
    >
      <SlotMoment view={view} now={now} zone={zone} />
      {twice ? (
        <Notice tone="due" icon={<Info className="icon" />} title="This dose is logged twice.">
          If it was one dose, undo the other line. If it was two, leave both.
        </Notice>
      ) : null}
      <div>
        <h3 className="ds__l">What happened</h3>
        <EventList
          lines={eventLines(view.events, { date: view.slot.date, zone, device })}
          undoable={twice ? standing : []}
          onUndo={(event) => undo([event])}
        />
      </div>
      <Notice tone="plain" icon={<Info className="icon" />}>
        Nothing is ever erased: undoing adds a line to this list, and the reminder comes back.
      </Notice>
    </Sheet>
  )
}
