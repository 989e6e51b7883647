import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { CalendarLink } from '#domain/protocol/calendars.ts'
import { calendarsOf, endCalendar } from '#src/platform/calendar-calls.ts'
import { useHasOthers, usePeople } from '#src/session/people.tsx'
import { EndDialog, useServerList } from '#src/session/server-calls.tsx'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { Section } from '#src/ui/Section.tsx'

interface CalendarLinksProps {
  /** Whose; left out: of everybody. */
  personId?: PersonId
}

/** The calendar links that work, each with a way to end it. Nothing while there is none; needs a connection. */
export function CalendarLinks({ personId }: CalendarLinksProps) {
  const [listed, look] = useServerList(calendarsOf)
  const [asking, setAsking] = useState<CalendarLink | null>(null)
  if (listed?.kind !== 'ok') {
    const words = listed?.kind === 'refused' ? listed.sentence : t('The list of calendar links needs a connection.')
    return (
      <p className="quiet" role="status">
        {listed ? words : t('Loading the calendar links')}
      </p>
    )
  }
  const links = listed.value.filter((link) => personId === undefined || link.personId === personId)
  if (links.length === 0) return null
  return (
    <Section title={t('Calendar links')}>
      <ul className="list card">
        {links.map((link) => (
          <Row key={link.id} link={link} onEnd={() => setAsking(link)} />
        ))}
      </ul>
      {asking ? (
        <EndDialog
          title={t('End this calendar link?')}
          confirmLabel={t('End the link')}
          done={t('The calendar link is ended')}
          end={(account) => endCalendar(account, asking.id)}
          onClose={() => {
            setAsking(null)
            look()
          }}
        >
          <p>
            {t(
              'Calendars that use it get nothing new from now on. They may keep what they have until you remove it there.',
            )}
          </p>
        </EndDialog>
      ) : null}
    </Section>
  )
}

/** Returns whose calendar it is, as a list of several shows it. */
function useNameOf(): (id: PersonId) => string {
  const people = usePeople((state) => state.people)
  const hasOthers = useHasOthers()
  return (id) => {
    const person = people.find((one) => one.id === id)
    return hasOthers && person && !person.isSelf ? t('Calendar of {name}', { name: person.name }) : t('Your calendar')
  }
}

function Row({ link, onEnd }: { link: CalendarLink; onEnd(): void }) {
  const { zone } = useSession()
  const nameOf = useNameOf()
  const today = localAt(useNow(), zone).date
  const { personId, wording, createdAt, lastUsedAt } = link
  const dateOf = (instant: Instant) => localAt(msOf(instant), zone).date
  const added = formatDate(dateOf(createdAt))
  return (
    <li className="list__row">
      <span className="list__main">
        <span className="list__title wrap-anywhere">{nameOf(personId)}</span>
        <span className="list__sub">{wording === 'full' ? t('With names') : t('Without names')}</span>
        <span className="list__sub">
          {inRow([
            t('Added: {date}', { date: added }),
            lastUsedAt === null
              ? t('Not used yet')
              : t('Last used: {day}', { day: dayText(dateOf(lastUsedAt), today) }),
          ])}
        </span>
      </span>
      <Button iconOnly aria-label={t('End the calendar link of {date}', { date: added })} onClick={onEnd}>
        <CalendarX2 className="icon" aria-hidden="true" />
      </Button>
    </li>
  )
}
