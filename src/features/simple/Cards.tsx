import { ArrowLeft, ArrowRight, BellRing } from 'lucide-react'
import { useMemo } from 'react'
import { t } from '#domain/language/translate.ts'
import { formatLongDay } from '#domain/lib/calendar-names.ts'
import type { formatMonthDay } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { LogNotHere, NoMedications } from '#src/session/NoMedications.tsx'
import { SessionContext, useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ToastPlace } from '#src/ui/ToastPlace.tsx'
import { useStrayPresses } from '#src/ui/use-stray-presses.ts'
import { EndCard } from './EndCard.tsx'
import { OneCard } from './OneCard.tsx'
import type { PersonDay, Someone } from './person-day.ts'
import { type Deck, useDeck } from './use-deck.ts'
import { useHeadingFocus } from './use-heading-focus.ts'

/** One card of everybody's day, and the ways to the one before and the next. */
export function Cards({ everybody }: { everybody: readonly (Someone & PersonDay)[] }) {
  const { zone } = useSession()
  const { date } = localAt(useNow(), zone)
  const cards = useMemo(
    () =>
      everybody.flatMap(({ day, answered, session }) =>
        [...answered, ...day.slots].map((view) => ({ view, session, day })),
      ),
    [everybody],
  )
  const deck = useDeck(cards, date)
  const { card } = deck
  const shown = card?.view.slot.id ?? 'end'
  const heading = useHeadingFocus(shown, card?.view.outcome.kind)
  const hasMedications = everybody.some((one) => one.hasMedications)
  const isLoaded = everybody.every(({ load }) => load === 'loaded')
  if (!hasMedications && cards.length === 0) {
    return (
      <>
        <Title date={date} />
        <NoMedications load={isLoaded ? 'loaded' : 'failed'} size="lg" />
      </>
    )
  }
  const ways = <Ways deck={deck} />
  return (
    <>
      <Title date={date} />
      <div className="stack">
        {isLoaded ? null : <LogNotHere />}
        {deck.isWaiting ? (
          <Notice
            tone="due"
            role="status"
            icon={<BellRing className="icon" aria-hidden="true" />}
            title={t('A dose needs you now')}
            action={
              <Button variant="plain" size="lg" onClick={deck.showLeft}>
                {t('Show it')}
              </Button>
            }
          />
        ) : null}
        {card ? (
          <SessionContext value={card.session}>
            <OneCard key={shown} card={card} heading={heading}>
              {ways}
            </OneCard>
          </SessionContext>
        ) : (
          <EndCard everybody={everybody} deck={deck} isPlanned={cards.length > 0} today={date} heading={heading}>
            {ways}
          </EndCard>
        )}
        <ToastPlace className="simple__toasts" />
      </div>
    </>
  )
}

function Title({ date }: { date: Parameters<typeof formatMonthDay>[0] }) {
  return (
    <h1 className="simple__title">
      {t('Today')} <span className="simple__date">{formatLongDay(date)}</span>
    </h1>
  )
}

function Ways({ deck: { card, next, back } }: { deck: Deck }) {
  const isEarly = useStrayPresses([`${card?.view.slot.id ?? 'end'}|${card?.view.outcome.kind ?? ''}`])
  if (!next && !back) return null
  return (
    <div className="stack" inert={isEarly}>
      {next ? (
        <Button variant={card && 'event' in card.view.outcome ? 'primary' : 'plain'} size="lg" block onClick={next}>
          {t('Next')}
          <ArrowRight className="icon icon--way" aria-hidden="true" />
        </Button>
      ) : null}
      {back ? (
        <Button variant="plain" size="lg" block onClick={back}>
          <ArrowLeft className="icon icon--way" aria-hidden="true" />
          {t('Back')}
        </Button>
      ) : null}
    </div>
  )
}
