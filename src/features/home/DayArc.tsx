import type { SlotView } from '#domain/doses/dose-views.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import { t } from '#domain/language/translate.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { RichText } from '#src/ui/RichText.tsx'
import { StateIcon } from '#src/ui/StateBadge.tsx'
import { arcKey, arcSentence, type Bead, dayArc, isDayDone, VIEW } from './arc.ts'

interface DayArcProps {
  /** Today's doses. */
  slots: readonly SlotView[]
  now: LocalTime
}

/** The day as the path of the sun, with a bead for each time and how many doses are settled (docs/look.md, Day arc). */
export function DayArc({ slots, now }: DayArcProps) {
  const settled = slots.filter(({ state }) => isSettled(state)).length
  return (
    <section className="card" aria-label={t('Progress of the day')}>
      <div className="arc">
        <Drawing slots={slots} now={now} />
        <div className="arc__middle" aria-hidden="true">
          <span className="arc__figure">
            <RichText
              text={t('{settled} <small>of {all}</small>', { settled, all: slots.length })}
              tags={{ small: (part) => <small>{part}</small> }}
            />
          </span>
          <span className="quiet">{isDayDone(slots) ? t('All done for today') : t('doses settled')}</span>
        </div>
      </div>
      <ul className="arc__key" aria-hidden="true">
        {arcKey(slots).map(({ state, words }) => (
          <li key={state} data-state={state}>
            <StateIcon state={state} />
            {words}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Drawing({ slots, now }: DayArcProps) {
  const { beads, sun, rays, done, rest } = dayArc(slots, now)
  return (
    <svg viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} role="img" aria-label={arcSentence(slots)}>
      <path className="arc__ground" d={`M8 ${VIEW.ground} H${VIEW.width - 8}`} />
      {rest ? <path className="arc__rest" d={rest} /> : null}
      {done ? <path className="arc__done" d={done} /> : null}
      {beads.map((bead) => (
        <BeadMark key={bead.time} bead={bead} />
      ))}
      {rays.map((ray) => (
        <path key={ray} className="arc__ray" d={ray} />
      ))}
      <circle className="arc__sun" cx={sun.x} cy={sun.y} r={13} />
    </svg>
  )
}

function BeadMark({ bead: { x, y, state } }: { bead: Bead }) {
  return (
    <>
      <circle className="arc__bead" data-state={state} cx={x} cy={y} r={isSettled(state) ? 10 : 8} />
      {state === 'taken' ? <path className="arc__tick" d={`M${x - 4} ${y + 0.5} l2.8 2.8 l5.2 -5.8`} /> : null}
      {state === 'skipped' ? <path className="arc__tick" d={`M${x - 3.5} ${y} h7`} /> : null}
    </>
  )
}
