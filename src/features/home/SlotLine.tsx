import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { amountText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { CONFLICT_LABELS, slotConflict } from '#domain/doses/slot-conflict.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import { apart } from '#domain/language/apart.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import type { LogDose } from '#src/session/doses.ts'
import { doseLink } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { UndoButton } from '#src/session/UndoButton.tsx'
import { Link } from '#src/ui/Link.tsx'
import { StateBadge } from '#src/ui/StateBadge.tsx'
import { badgeText, lineText, type SlotGroup } from './timeline.ts'

interface SlotLineProps {
  group: SlotGroup
  now: number
  zone: string
  log: LogDose
}

/** Doses of one time that need nothing, in one line. A single dose opens its sheet; several open a list. */
export function SlotLine({ group, now, zone, log }: SlotLineProps) {
  const [open, setOpen] = useState(false)
  const mayLog = useMay('log')
  const [first, ...others] = group.views
  if (!first) return null
  const line = (
    <LineText
      time={formatTime12(shownTime(first.slot))}
      badge={<StateBadge state={group.state}>{badgeText(group, now, zone)}</StateBadge>}
    >
      {lineText(group, mayLog)}
    </LineText>
  )
  if (others.length === 0) {
    return (
      <Link className="slot__line" to={doseLink(first.slot.id)}>
        {line}
      </Link>
    )
  }
  const Chevron = open ? ChevronUp : ChevronDown
  return (
    <>
      <button className="slot__line" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {line}
        <Chevron className="icon slot__more" />
      </button>
      {open ? (
        <ul className="list">
          {group.views.map((view) => (
            <DoseOfLine key={view.slot.id} view={view} log={log} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

function LineText({ time, badge, children }: { time: string; badge: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="slot__time">{time}</span>
      {badge}
      <span className="slot__what">{children}</span>
    </>
  )
}

function DoseOfLine({ view, log }: { view: SlotView; log: LogDose }) {
  const events = settlingEvents(view.events)
  const conflict = slotConflict(view.events)
  const amounts = events.map(amountText).filter((text) => text !== null)
  const how = inSentences([apart(view.dosage.trim()), inRow(amounts), conflict && t(CONFLICT_LABELS[conflict.kind])])
  return (
    <li className="list__row">
      <Link className="dose__link grow" to={doseLink(view.slot.id)}>
        <span className="list__title">{view.name}</span>
        {how ? <span className="dose__how">{how}</span> : null}
      </Link>
      {events.length > 0 ? <UndoButton medicine={view.name} onClick={() => log({ verb: 'undo', events })} /> : null}
    </li>
  )
}
