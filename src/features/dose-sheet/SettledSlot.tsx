import { Info, Pencil, Undo2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { doseCommands } from '#domain/commands/dose-verbs.ts'
import { labelText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { type SlotConflict, slotConflict } from '#domain/doses/slot-conflict.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import { t } from '#domain/language/translate.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { useLogDose } from '#src/session/doses.ts'
import { useRoleSentence } from '#src/session/may.ts'
import { useRecordDoses } from '#src/session/record-doses.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { EventList } from './EventList.tsx'
import { eventLines } from './event-text.ts'
import { SlotMoment, SlotTile } from './SlotHead.tsx'

export type ConflictsComponent = ComponentType<{ conflicts: readonly SlotConflict[] }>

interface SettledSlotProps {
  view: SlotView
  Conflicts: ConflictsComponent
  onChange: () => void
  onClose: () => void
}

/**
 * What happened to a dose, line by line, with Undo and Change; without them for somebody who may not log, to whom a dose
 * that is not settled looks the same.
 */
export function SettledSlot({ view, Conflicts, onChange, onClose }: SettledSlotProps) {
  const { zone, device } = useSession()
  const now = useNow()
  const log = useLogDose()
  const record = useRecordDoses()
  const refusal = useRoleSentence('log')
  const standing = settlingEvents(view.events)
  const conflict = slotConflict(view.events)
  const twice = standing.length > 1
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLHeadingElement>(view.events)
  const undoAll = async () => {
    await log({ verb: 'undo', events: standing })
    onClose()
  }
  const undoOne = async (event: DoseEvent) => {
    const undone = await record((author) => doseCommands(author, { verb: 'undo', events: [event] }))
    const rest = standing.length > 2 ? t('The other lines stand.') : t('The other line stands.')
    if (undone.ok) toast({ title: t('Undone'), description: rest })
    else toast({ title: t('Error'), description: undone.error.error, tone: 'destructive' })
  }
  return (
    <Sheet
      icon={<SlotTile view={view} />}
      title={view.name}
      sub={labelText(view) || undefined}
      onClose={onClose}
      footer={
        refusal === null ? (
          <div className="ds__foot">
            <div className="btns">
              <Button variant="plain" onClick={undoAll}>
                <Undo2 className="icon" />
                {standing.length > 2 ? t('Undo all') : twice ? t('Undo both') : t('Undo')}
              </Button>
              <Button variant="plain" onClick={onChange}>
                <Pencil className="icon" />
                {t('Change')}
              </Button>
            </div>
          </div>
        ) : null
      }
    >
      <SlotMoment view={view} now={now} zone={zone} />
      {conflict ? (
        <Conflicts conflicts={[conflict]} />
      ) : twice ? (
        <Notice tone="due" icon={<Info className="icon" />} title={t('This dose is logged twice.')}>
          {refusal === null ? t('If it was one dose, undo the other line. If it was two, leave both.') : null}
        </Notice>
      ) : null}
      <div ref={area}>
        {view.events.length > 0 ? (
          <>
            <h3 className="ds__l" ref={fallback} tabIndex={-1}>
              {t('What happened')}
            </h3>
            <EventList
              lines={eventLines(view.events, { date: view.slot.date, zone, device })}
              undoable={twice && refusal === null ? standing : []}
              onUndo={undoOne}
            />
          </>
        ) : null}
      </div>
      <Notice tone="plain" icon={<Info className="icon" />}>
        {refusal ?? t('Nothing is ever erased: undoing adds a line to this list, and the reminder comes back.')}
      </Notice>
    </Sheet>
  )
}
