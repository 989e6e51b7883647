import { ChevronDown, ChevronUp, Sun } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { clockText } from '#domain/doses/dose-text.ts'
import { dayBeside } from '#domain/doses/open-day.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import { t } from '#domain/language/translate.ts'
import { formatLongDay } from '#domain/lib/calendar-names.ts'
import { type LogDose, useLogDose } from '#src/session/doses.ts'
import { keepSame } from '#src/session/keep-same.ts'
import type { Day } from '#src/session/reads.ts'
import { StateIcon } from '#src/ui/StateBadge.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { DueCard } from './DueCard.tsx'
import { ExtraLine } from './ExtraLine.tsx'
import { SlotLine } from './SlotLine.tsx'
import { TimelineSlot } from './TimelineSlot.tsx'
import { foldWords, type SlotGroup, type TimelineItem, type Timeline as TimelineParts, timelineOf } from './timeline.ts'

/** Today's doses on a rail: what is past, now, what needs the user, what is coming (docs/look.md, Timeline). */
export function Timeline({ day, zone }: { day: Day; zone: string }) {
  const log = useLogDose()
  const { area, fallback } = useKeptFocus<HTMLElement, HTMLHeadingElement>(day.slots)
  const { earlier, open, later } = useTimeline(day)
  const shared = { now: day.now, zone, log }
  const dayOf = ({ views: [first] }: SlotGroup) => (first ? dayBeside(first.slot.date, day.date) : '')
  return (
    <section className="home__day" aria-labelledby="today" ref={area}>
      <div className="section__head home__dayhead">
        <h2 id="today" ref={fallback} tabIndex={-1}>
          {t('Today')} <span className="home__date">{formatLongDay(day.date)}</span>
        </h2>
      </div>
      {earlier.length + open.length + later.length === 0 ? (
        <p className="quiet">{t('Nothing is planned for today.')}</p>
      ) : (
        <ol className="day">
          <Fold earlier={earlier} />
          {earlier.map((item) => (
            <Earlier key={item.key} item={item} {...shared} />
          ))}
          <Now instant={day.now} zone={zone} />
          {open.map((group) => (
            <Open key={group.key} group={group} day={dayOf(group)} {...shared} />
          ))}
          {later.map((group) => (
            <Later key={group.key} group={group} {...shared} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** The parts of the day; one that a tap did not change stays the same object, and is not drawn again. */
function useTimeline({ slots, extras, now }: Day): TimelineParts {
  const [kept] = useState(() => ({
    earlier: keepSame<TimelineItem>(({ key }) => key),
    open: keepSame<SlotGroup>(({ key }) => key),
    later: keepSame<SlotGroup>(({ key }) => key),
  }))
  return useMemo(() => {
    const { earlier, open, later } = timelineOf(slots, extras, now)
    return { earlier: kept.earlier(earlier), open: kept.open(open), later: kept.later(later) }
  }, [slots, extras, now, kept])
}

interface SharedProps {
  now: number
  zone: string
  log: LogDose
}

const Open = memo(({ group, ...props }: SharedProps & { group: SlotGroup; day: string }) => (
  <TimelineSlot state={group.state}>
    <DueCard group={group} {...props} />
  </TimelineSlot>
))

const Later = memo(({ group, ...props }: SharedProps & { group: SlotGroup }) => (
  <TimelineSlot state={group.state}>
    <SlotLine group={group} {...props} />
  </TimelineSlot>
))

const Earlier = memo(({ item, ...shared }: SharedProps & { item: TimelineItem }) => {
  if (item.kind === 'extra') {
    return (
      <TimelineSlot state="taken" past settled>
        <ExtraLine event={item.event} {...shared} />
      </TimelineSlot>
    )
  }
  return (
    <TimelineSlot state={item.state} past settled={isSettled(item.state)}>
      <SlotLine group={item} {...shared} />
    </TimelineSlot>
  )
})

/** Folds settled doses on phones; the style sheet shows them all on wide screens. */
function Fold({ earlier }: { earlier: readonly TimelineItem[] }) {
  const [folded, setFolded] = useState(true)
  const words = foldWords(earlier)
  if (words === null) return null
  const Chevron = folded ? ChevronDown : ChevronUp
  return (
    <li className="slot home__fold" data-state="taken" data-past="" data-folded={folded ? '' : undefined}>
      <div className="slot__rail">
        <span className="slot__node">
          <StateIcon state="taken" />
        </span>
      </div>
      <div className="slot__body">
        <button className="slot__line" type="button" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          <span className="slot__time">{t('Earlier today')}</span>
          <span className="home__sum">{words}</span>
          <Chevron className="icon" />
        </button>
      </div>
    </li>
  )
}

function Now({ instant, zone }: { instant: number; zone: string }) {
  return (
    <li className="now">
      <span className="now__pill">
        <Sun className="icon" />
        {t('Now, {time}', { time: clockText(instant, zone) })}
      </span>
      <span className="now__line" />
    </li>
  )
}
