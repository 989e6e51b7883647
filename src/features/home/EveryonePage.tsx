import { ChevronRight } from 'lucide-react'
import { dayBeside } from '#domain/doses/open-day.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatLongDay } from '#domain/lib/calendar-names.ts'
import { localAt } from '#domain/lib/zone.ts'
import { initialOf, type ListedPerson, nameOnScreen } from '#domain/records/person.ts'
import { useOpenDay } from '#src/session/day.ts'
import { useLogDose } from '#src/session/doses.ts'
import { OnHold } from '#src/session/OnHold.tsx'
import { show, useSessions } from '#src/session/people.tsx'
import type { Day } from '#src/session/reads.ts'
import { type Session, SessionContext, useSession } from '#src/session/session.ts'
import { useIsEverybodyOpen } from '#src/session/use-everybody-open.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Opening } from '#src/ui/Opening.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'
import { DueCard } from './DueCard.tsx'
import { personToday } from './everyone-day.ts'
import { SlotLine } from './SlotLine.tsx'
import { TimelineSlot } from './TimelineSlot.tsx'

/** Today of everybody the account looks after: what needs somebody now, and what comes next for each. */
export default function EveryonePage() {
  const { zone } = useSession()
  const { date } = localAt(useNow(), zone)
  const everybody = useSessions()
  const isOpen = useIsEverybodyOpen()
  return (
    <div className="page page--narrow">
      <PageHead title={t('Everyone today')}>
        <p className="quiet">{formatLongDay(date)}</p>
      </PageHead>
      <div className="stack">
        {everybody.map(({ person, session }) => (
          <PersonDay key={person.id} person={person} session={session} />
        ))}
        <OnHold />
      </div>
      {isOpen ? null : <Opening />}
    </div>
  )
}

function PersonDay({ person, session }: { person: ListedPerson; session: Session }) {
  const id = `day-${person.id}`
  return (
    <Card as="section" aria-labelledby={id} className="everyone">
      <div className="everyone__head">
        <PersonMark initial={initialOf(person.name)} colour={person.colour} large />
        <h2 id={id} className="wrap-anywhere">
          {nameOnScreen(person)}
        </h2>
        <Button
          variant="quiet"
          aria-label={t('Open {name}', { name: nameOnScreen(person) })}
          onClick={() => void show(person.id)}
        >
          {t(msg('Open', 'button'))}
          <ChevronRight className="icon icon--way" aria-hidden="true" />
        </Button>
      </div>
      <SessionContext value={session}>
        <Today />
      </SessionContext>
    </Card>
  )
}

function Today() {
  const day = useOpenDay()
  const { zone } = useSession()
  return day ? <Doses day={day} zone={zone} /> : <Opening />
}

function Doses({ day, zone }: { day: Day; zone: string }) {
  const log = useLogDose()
  const { count, open, next } = personToday(day.slots, day.date, day.now)
  const shared = { now: day.now, zone, log }
  return (
    <>
      <p className="quiet small">{count}</p>
      {open.length > 0 || next ? (
        <ol className="day">
          {open.map((group) => (
            <TimelineSlot key={group.key} state={group.state}>
              <DueCard group={group} day={dayBeside(group.views[0]?.slot.date ?? day.date, day.date)} {...shared} />
            </TimelineSlot>
          ))}
          {next ? (
            <TimelineSlot key={next.key} state={next.state}>
              <SlotLine group={next} {...shared} />
            </TimelineSlot>
          ) : null}
        </ol>
      ) : null}
    </>
  )
}
