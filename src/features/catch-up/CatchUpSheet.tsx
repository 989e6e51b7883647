import { Check, Minus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { apart } from '#domain/language/apart.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { readReminderViews } from '#src/data/notification-log.ts'
import { useLogDose } from '#src/session/doses.ts'
import { doseLink } from '#src/session/links.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { SlotGlyph } from '#src/session/SlotGlyph.tsx'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { useNow } from '#src/session/use-now.ts'
import { WhoseMark } from '#src/session/WhoseMark.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { Link } from '#src/ui/Link.tsx'
import { Sheet } from '#src/ui/Sheet.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { useStrayPresses } from '#src/ui/use-stray-presses.ts'
import { firstMoment, plannedText, reasonText, stillOpen, titleText } from './catch-up-text.ts'

interface CatchUpSheetProps {
  listed: readonly SlotView[]
  onClose: () => void
}

/**
 * One line per dose, one button for all. It follows what is logged meanwhile, here or elsewhere, and closes with the
 * last one.
 */
export function CatchUpSheet({ listed, onClose }: CatchUpSheetProps) {
  const { zone } = useSession()
  const now = useNow()
  const { enabled } = useNotifications()
  const log = useLogDose()
  const isEarly = useStrayPresses()
  const open = useStillOpen(listed, onClose)
  const { area, fallback } = useKeptFocus<HTMLUListElement, HTMLElement>(open)
  const [moment, setMoment] = useState(() => firstMoment(listed))
  const [only] = open.length === 1 ? open : []
  const take = (doses: readonly SlotView[]) =>
    void log({ verb: 'take', doses, moment: moment === 'as planned' ? moment : undefined })
  const skip = (doses: readonly SlotView[]) => void log({ verb: 'skip', doses })
  return (
    <Sheet
      title={
        <span ref={fallback} tabIndex={-1} className="sheet__focus">
          {titleText(open.length)}
        </span>
      }
      sub={reasonText(enabled)}
      onClose={() => isEarly || onClose()}
      footer={
        <div className="ds__foot" inert={isEarly}>
          <Button variant="primary" size="lg" block onClick={() => take(open)}>
            <Check className="icon" />
            {only ? t('Taken') : t('All taken')}
          </Button>
          <div className="btns">
            <Button variant="plain" onClick={() => skip(open)}>
              <Minus className="icon" />
              {only ? t('Skipped') : t('All skipped')}
            </Button>
            <Button variant="plain" onClick={onClose}>
              {t('Not now')}
            </Button>
          </div>
        </div>
      }
    >
      <WhoseMark />
      <ul className="list" ref={area} inert={isEarly}>
        {open.map((view) => (
          <Line
            key={view.slot.id}
            view={view}
            today={localAt(now, zone).date}
            onTaken={only ? undefined : () => take([view])}
            onSkipped={() => skip([view])}
          />
        ))}
      </ul>
      <Choices
        legend={only ? t('If you took it, when?') : t('If you took them, when?')}
        options={[
          { value: 'now', label: t('Just now') },
          // not translated: a value
          { value: 'as planned', label: only ? formatTime12(shownTime(only.slot)) : t('At their times') },
        ]}
        value={moment}
        onChange={setMoment}
      />
    </Sheet>
  )
}

/** Closes the sheet when none of it is open any more. */
function useStillOpen(listed: readonly SlotView[], onNone: () => void): readonly SlotView[] {
  const { db, zone } = useSession()
  const now = useNow()
  const views = useLiveQuery(() => readReminderViews(db, zone, now), [db, zone, now])
  const open = views ? stillOpen(listed, views, now) : listed
  const end = useEffectEvent(onNone)
  const isOver = open.length === 0
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return open
}

interface LineProps {
  view: SlotView
  today: LocalDate
  /** Undefined for the only dose, which the buttons below settle. */
  onTaken: (() => void) | undefined
  onSkipped: () => void
}

function Line({ view, today, onTaken, onSkipped }: LineProps) {
  const { person } = useSession()
  const { name, dosage } = view
  return (
    <li className="list__row list__row--wraps">
      <SlotGlyph view={view} />
      <Link className="dose__link grow" to={doseLink(view.slot.id, person?.id)}>
        <span className="dose__name">{name}</span>
        <span className="dose__how">{inSentences([plannedText(view, today), apart(dosage.trim())])}</span>
      </Link>
      {onTaken ? (
        <div className="btns">
          <Button variant="soft" aria-label={t('Taken: {medicine}', { medicine: name })} onClick={onTaken}>
            {t('Taken')}
          </Button>
          <Button variant="plain" aria-label={t('Skipped: {medicine}', { medicine: name })} onClick={onSkipped}>
            {t('Skipped')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
