import { Check, Minus } from 'lucide-react'
import { labelText, stateText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import type { LogDose } from '#src/session/doses.ts'
import { doseLink } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { SlotGlyph } from '#src/session/SlotGlyph.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Link } from '#src/ui/Link.tsx'
import { SnoozeMenu } from '#src/ui/SnoozeMenu.tsx'
import { StateBadge } from '#src/ui/StateBadge.tsx'
import { type SlotGroup, sharedInstructions } from './timeline.ts'

interface DueCardProps {
  group: SlotGroup
  /** `yesterday` for a dose that is still open after midnight (`dayBeside`); empty for one of today. */
  day: string
  now: number
  zone: string
  log: LogDose
}

/** The doses of one time that need to be taken: all together, or one by one (docs/look.md, Due card). */
export function DueCard({ group, day, now, zone, log }: DueCardProps) {
  const { views, state } = group
  const [first] = views
  const mayLog = useMay('log')
  if (!first) return null
  const time = formatTime12(shownTime(first.slot))
  const shared = sharedInstructions(views)
  const aside = inRow([day, shared])
  return (
    <div className="due" data-state={state}>
      <div className="due__head">
        <h3 className="slot__time">{time}</h3>
        {aside ? <span className="quiet small">{aside}</span> : null}
        <StateBadge state={state}>{stateText(first, now, zone)}</StateBadge>
      </div>
      <ul className="due__list">
        {views.map((view) => (
          <DoseRow
            key={view.slot.id}
            view={view}
            instructions={shared ? '' : view.instructions}
            onTaken={mayLog && views.length > 1 ? () => log({ verb: 'take', doses: [view] }) : undefined}
          />
        ))}
      </ul>
      {mayLog ? <Foot group={group} medicine={first.name} time={time} log={log} /> : null}
    </div>
  )
}

interface FootProps {
  group: SlotGroup
  /** The first one. */
  medicine: string
  time: string
  log: LogDose
}

function Foot({ group, medicine, time, log }: FootProps) {
  const { views, state } = group
  const count = views.length
  const isOne = count === 1
  return (
    <div className="due__foot">
      <Button
        variant={state === 'snoozed' ? 'soft' : 'primary'}
        size="lg"
        block
        aria-label={
          isOne ? t('Taken: {medicine}', { medicine }) : t('Taken ({count}): the {time} doses', { count, time })
        }
        onClick={() => log({ verb: 'take', doses: views })}
      >
        <Check className="icon" />
        {isOne ? t('Taken') : t('Taken ({count})', { count })}
      </Button>
      {state === 'snoozed' ? null : (
        <div className="btns">
          <SnoozeMenu
            label={isOne ? t('Snooze {medicine}', { medicine }) : t('Snooze the {time} doses', { time })}
            onSnooze={(minutes) => log({ verb: 'snooze', doses: views, minutes })}
          />
          <Button
            variant="plain"
            aria-label={isOne ? t('Skip {medicine}', { medicine }) : t('Skip the {time} doses', { time })}
            onClick={() => log({ verb: 'skip', doses: views })}
          >
            <Minus className="icon" />
            {t(msg('Skip', 'dose'))}
          </Button>
        </div>
      )}
    </div>
  )
}

interface DoseRowProps {
  view: SlotView
  /** The part of the label that its head does not say. */
  instructions: string
  /** Takes this one dose; not for the only one of its card, nor for somebody who may not log. */
  onTaken: (() => void) | undefined
}

function DoseRow({ view, instructions, onTaken }: DoseRowProps) {
  const how = labelText({ dosage: view.dosage, instructions })
  return (
    <li className="dose">
      <SlotGlyph view={view} />
      <Link className="dose__link grow" to={doseLink(view.slot.id)}>
        <span className="dose__name">{view.name}</span>
        {how ? <span className="dose__how line-clamp-3">{how}</span> : null}
      </Link>
      {onTaken ? (
        <button
          className="tickbox"
          type="button"
          aria-label={t('{medicine}: taken', { medicine: view.name })}
          onClick={onTaken}
        >
          <i>
            <Check className="icon" />
          </i>
        </button>
      ) : null}
    </li>
  )
}
