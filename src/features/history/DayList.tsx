import { AlarmClock, Bell, Check, CircleDashed, Clock, ClockAlert, Minus, Undo2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { CONFLICT_LABELS, slotConflict } from '#domain/doses/slot-conflict.ts'
import type { DoseState } from '#domain/doses/slot-state.ts'
import { apart } from '#domain/language/apart.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { comma } from '#domain/lib/text.ts'
import { DAY_PARAM, DOSE_PARAM } from '#domain/protocol/pages.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { useLogDose } from '#src/session/doses.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Link } from '#src/ui/Link.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { type DayDoses, dayName, inOrder } from './day-summary.ts'
import { clockText, eventText, notesOf, STATE_LABELS, slotLines, type WhereWeAre } from './dose-text.ts'

interface DayListProps {
  date: LocalDate
  doses: DayDoses
  /** Below the doses. */
  action?: ReactNode
}

/**
 * The doses of the chosen day. Planned ones lead to their dose sheet, where a correction is a new entry; the others can
 * be undone here.
 */
export function DayList({ date, doses, action }: DayListProps) {
  const { zone, device } = useSession()
  const id = useId()
  const where = { zone, device }
  const { area, fallback } = useKeptFocus<HTMLElement, HTMLHeadingElement>(doses)
  const nothing = doses.slots.length === 0 && doses.extras.length === 0
  return (
    <section className="card" aria-labelledby={id} ref={area}>
      <h2 id={id} ref={fallback} tabIndex={-1}>
        {dayName(date)}
      </h2>
      {nothing ? <EmptyState bare scene="calendar" title={t('No doses on this day')} level={3} /> : null}
      <ul className="list">
        {inOrder(doses).map((line) =>
          'slot' in line ? (
            <li key={line.slot.id}>
              <SlotRow view={line} where={where} />
            </li>
          ) : (
            <li key={line.id} className="list__row">
              <ExtraRow event={line} date={date} where={where} />
            </li>
          ),
        )}
      </ul>
      {action}
    </section>
  )
}

const ICONS: Record<DoseState, typeof Bell> = {
  upcoming: Clock,
  due: Bell,
  late: ClockAlert,
  snoozed: AlarmClock,
  taken: Check,
  skipped: Minus,
  missed: CircleDashed,
}

function SlotRow({ view, where }: { view: SlotView; where: WhereWeAre }) {
  const { slot, state, outcome, planned } = view
  const conflict = slotConflict(view.events)
  const twice = outcome.kind === 'taken' && outcome.events.length > 1
  const Icon = ICONS[state]
  return (
    <Link
      className="list__row items-start"
      to={{ search: `?${new URLSearchParams({ [DAY_PARAM]: slot.date, [DOSE_PARAM]: slot.id })}` }}
    >
      <Line
        time={formatTime12(shownTime(slot))}
        name={view.name}
        dosage={view.dosage}
        lines={slotLines(view, where)}
        notes={notesOf(view)}
      >
        <Badge state={state} icon={<Icon className="icon" />}>
          {t(STATE_LABELS[state])}
        </Badge>
        {conflict || twice ? <Badge>{t(CONFLICT_LABELS[conflict?.kind ?? 'twice'])}</Badge> : null}
        {planned ? null : <Badge>{t('Not in the plan')}</Badge>}
      </Line>
    </Link>
  )
}

function ExtraRow({ event, date, where }: { event: DoseEvent; date: LocalDate; where: WhereWeAre }) {
  const log = useLogDose()
  const mayLog = useMay('log')
  const { name, dosage } = event.snapshot
  return (
    <>
      <Line
        time={clockText(event, date, where.zone)}
        name={name}
        dosage={dosage}
        lines={[t('Taken {when}', { when: eventText(event, date, where) })]}
        notes={event.note ? [event.note] : []}
      >
        <Badge state="taken" icon={<Check className="icon" />}>
          {t('Taken')}
        </Badge>
        <Badge>{t('Not planned')}</Badge>
      </Line>
      {mayLog ? (
        <Button variant="quiet" onClick={() => void log({ verb: 'undo', events: [event] })}>
          <Undo2 className="icon" />
          <RichText
            text={t('Undo<more> {medicine}</more>', { medicine: name })}
            tags={{ more: (part) => <span className="sr">{part}</span> }}
          />
        </Button>
      ) : null}
    </>
  )
}

interface LineProps {
  time: string
  name: string
  dosage: string
  lines: string[]
  notes: string[]
  /** The badges. */
  children: ReactNode
}

function Line({ time, name, dosage, lines, notes, children }: LineProps) {
  return (
    <span className="list__main gap-1">
      <span className="row row--tight">
        <span className="reminder__time num">{time}</span>
        {children}
      </span>
      <span className="list__title">
        {name}
        {dosage ? <span className="quiet weight-normal">{`${comma()}${apart(dosage)}`}</span> : null}
      </span>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two devices of one name may say the same
        <span key={index} className="list__sub">
          {line}
        </span>
      ))}
      {notes.map((note) => (
        <span key={note} className="list__sub">
          {t('“{note}”', { note })}
        </span>
      ))}
    </span>
  )
}
