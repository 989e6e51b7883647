import { Check, Minus, Undo2 } from 'lucide-react'
import { dayText, stateText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import type { DoseState } from '#domain/doses/slot-state.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { doseAmountText } from '#domain/schedule/amounts.ts'
import { SlotGlyph } from '#src/session/SlotGlyph.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { StateBadge } from '#src/ui/StateBadge.tsx'
import { Tile, type TileTone } from '#src/ui/Tile.tsx'

const TONES: Record<DoseState, TileTone> = {
  upcoming: 'info',
  due: 'due',
  late: 'due',
  snoozed: 'due',
  taken: 'taken',
  skipped: 'plain',
  missed: 'missed',
}

/** The tile before the name: the medicine's form, or what was logged. */
export function SlotTile({ view }: { view: SlotView }) {
  return (
    <Tile tone={TONES[view.state]}>
      {view.state === 'taken' ? (
        <Check className="icon" />
      ) : view.state === 'skipped' ? (
        <Minus className="icon" />
      ) : (
        <SlotGlyph view={view} bare />
      )}
    </Tile>
  )
}

/** The planned time and amount, and the state, with the day if it is not today. */
export function SlotMoment({ view, now, zone }: { view: SlotView; now: number; zone: string }) {
  const { date, plannedAmount } = view.slot
  const planned = plannedAmount && doseAmountText(plannedAmount.amount, plannedAmount.unit)
  const today = localAt(now, zone).date
  const time = formatTime12(shownTime(view.slot))
  return (
    <p className="row row--tight">
      <span className="strong">{date === today ? time : t('{day}, {time}', { day: dayText(date, today), time })}</span>
      {planned && planned !== view.dosage ? <span>{planned}</span> : null}
      <StateBadge state={view.state}>{stateText(view, now, zone)}</StateBadge>
    </p>
  )
}

/** From when it was moved, with Undo; nothing for a dose at its planned time. */
export function MovedLine({ view, onUndo }: { view: SlotView; onUndo: () => void }) {
  const { time, movedTo } = view.slot
  if (movedTo === undefined) return null
  return (
    <p className="row row--tight">
      {view.state === 'upcoming' ? null : (
        <span className="quiet">{t('Moved from {time}', { time: formatTime12(time) })}</span>
      )}
      <Button variant="quiet" onClick={onUndo}>
        <Undo2 className="icon" />
        <RichText
          text={t('Undo the move<more> and go back to {time}</more>', { time: formatTime12(time) })}
          tags={{ more: (part) => <span className="sr">{part}</span> }}
        />
      </Button>
    </p>
  )
}
