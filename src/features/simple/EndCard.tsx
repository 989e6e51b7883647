import { CircleCheck } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { dayText } from '#domain/doses/dose-text.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { nameOnScreen } from '#domain/records/person.ts'
import { useHasOthers, usePeople } from '#src/session/people.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import type { PersonDay, Someone } from './person-day.ts'
import { ReadAloud } from './ReadAloud.tsx'
import type { Deck } from './use-deck.ts'

interface EndCardProps {
  everybody: readonly (Someone & PersonDay)[]
  deck: Deck
  /** Whether anything was planned for today. */
  isPlanned: boolean
  today: LocalDate
  heading: RefObject<HTMLHeadingElement | null>
  /** The ways to other cards. */
  children: ReactNode
}

/** After the last dose: that all is done, or what is left, and when it goes on. */
export function EndCard({ everybody, deck: { left, showLeft }, isPlanned, today, heading, children }: EndCardProps) {
  const next = useNextLines(everybody, today)
  const title =
    left > 0
      ? t('{count, plural, one {# dose left today} other {# doses left today}}', { count: left })
      : isPlanned
        ? t('All done for today')
        : t('Nothing is planned for today.')
  const lines = left > 0 ? [] : next
  return (
    <>
      <Card as="article" className="stack simple__card" aria-labelledby="simple-name">
        {left === 0 ? <CircleCheck className="icon simple__done" aria-hidden="true" /> : null}
        <h2 id="simple-name" className="simple__name" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {lines.map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
        {left > 0 ? (
          <Button variant="primary" size="lg" block onClick={showLeft}>
            {t('Show what is left')}
          </Button>
        ) : null}
      </Card>
      {children}
      <ReadAloud card="end" sentences={[title, ...lines]} />
    </>
  )
}

/** Returns what the first dose after today is: that it comes, when, and whose it is where there are several. */
function useNextLines(everybody: EndCardProps['everybody'], today: LocalDate): string[] {
  const hasOthers = useHasOthers()
  const people = usePeople((state) => state.people)
  const [first] = everybody
    .flatMap(({ id, next }) => (next ? [{ id, view: next }] : []))
    .sort((a, b) => a.view.slot.at - b.view.slot.at)
  if (!first) return []
  const { id, view } = first
  const whose = hasOthers ? people.find((person) => person.id === id) : undefined
  const name = whose ? `${nameOnScreen(whose)}: ${view.name}` : view.name
  return [t('Comes next:'), inRow([dayText(view.slot.date, today), formatTime12(shownTime(view.slot))]), name]
}
