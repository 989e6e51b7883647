import { type ReactNode, type RefObject, useState } from 'react'
import { inSentences } from '#domain/language/sentences.ts'
import { nameOnScreen } from '#domain/records/person.ts'
import { useLogDose } from '#src/session/doses.ts'
import { useMay } from '#src/session/may.ts'
import { useWhose } from '#src/session/people.tsx'
import { SlotGlyph } from '#src/session/SlotGlyph.tsx'
import { useSession } from '#src/session/session.ts'
import { WhoseMark } from '#src/session/WhoseMark.tsx'
import { Card } from '#src/ui/Card.tsx'
import { announce } from '#src/ui/live-region.tsx'
import { StateBadge } from '#src/ui/StateBadge.tsx'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'
import { useStrayPresses } from '#src/ui/use-stray-presses.ts'
import { CardActions } from './CardActions.tsx'
import { cardText, spokenCard } from './card-text.ts'
import { LaterChoices } from './LaterChoices.tsx'
import { ReadAloud } from './ReadAloud.tsx'
import type { DoseCard } from './use-deck.ts'

/** The card itself shows what became of a press, and has Undo; only what went wrong needs a message. */
function tell(said: ToastInput): void {
  if (said.tone === 'destructive') toast(said)
  else announce(inSentences([said.title, said.description]))
}

interface OneCardProps {
  card: DoseCard
  heading: RefObject<HTMLHeadingElement | null>
  /** The ways to other cards. */
  children: ReactNode
}

/** One dose: whose, when, what, how much, how, and what to do. */
export function OneCard({ card: { view, day }, heading, children }: OneCardProps) {
  const { zone } = useSession()
  const log = useLogDose(tell)
  const whose = useWhose()
  const mayLog = useMay('log')
  const [isLater, setLater] = useState(false)
  const asksWhen = isLater && (view.state === 'due' || view.state === 'late')
  // Whoever presses twice by accident must not answer what has just come.
  const isEarly = useStrayPresses([`${view.slot.id}|${view.outcome.kind}|${asksWhen}`])
  const text = cardText(view, { now: day.now, date: day.date, zone })
  return (
    <>
      <Card as="article" className="stack simple__card" data-state={view.state} aria-labelledby="simple-name">
        <WhoseMark />
        <div className="row">
          <span className="simple__time">{text.time}</span>
          <StateBadge state={view.state}>{text.state}</StateBadge>
        </div>
        <h2 id="simple-name" className="wrap-anywhere simple__name" ref={heading} tabIndex={-1}>
          {text.name}
        </h2>
        {view.photo || view.look ? (
          <div className="simple__picture">
            <SlotGlyph view={view} bare />
          </div>
        ) : null}
        {text.amounts.map((amount) => (
          <p key={amount} className="wrap-anywhere simple__amount">
            {amount}
          </p>
        ))}
        {text.directions ? <p className="wrap-anywhere pre-line">{text.directions}</p> : null}
        {asksWhen ? (
          <LaterChoices
            isEarly={isEarly}
            onChoose={(minutes) => {
              setLater(false)
              void log({ verb: 'snooze', doses: [view], minutes })
            }}
            onCancel={() => {
              setLater(false)
              heading.current?.focus()
            }}
          />
        ) : mayLog ? (
          <div className="stack" inert={isEarly}>
            <CardActions view={view} log={log} onLater={() => setLater(true)} />
          </div>
        ) : null}
      </Card>
      {children}
      <ReadAloud card={view.slot.id} sentences={spokenCard(text, whose && nameOnScreen(whose))} />
    </>
  )
}
