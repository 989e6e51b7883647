import { CalendarX2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { dayText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { CalendarLink } from '#domain/protocol/calendars.ts'
import { calendarsOf, endCalendar } from '#src/platform/calendar-calls.ts'
import { laterText, type PeopleAnswer } from '#src/platform/people-calls.ts'
import { useHasOthers, usePeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast-store.ts'

interface CalendarLinksProps {
  /** Whose; left out: of everybody. */
  personId?: PersonId
}

/** The calendar links that work, each with a way to end it. Nothing while there is none; needs a connection. */
export function CalendarLinks({ personId }: CalendarLinksProps) {
  const { account, sync } = useSession()
  const [listed, setListed] = useState<PeopleAnswer<CalendarLink[]> | null>(null)
  const [asking, setAsking] = useState<CalendarLink | null>(null)
  const look = useCallback(async () => setListed(await calendarsOf(account.id)), [account.id])
  // Once sync has found out whether there is a connection, and again when that changes.
  const { kind } = sync.phase
  useEffect(() => {
    if (kind !== 'starting') void look()
  }, [kind, look])
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
        <EndLink
          link={asking}
          onClose={() => {
            setAsking(null)
            void look()
          }}
        />
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

function EndLink({ link, onClose }: { link: CalendarLink; onClose(): void }) {
  const { account } = useSession()
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    const answer = await endCalendar(account.id, link.id)
    setBusy(false)
    if (answer.kind === 'ok') toast({ title: t('The calendar link is ended') })
    else {
      const description = answer.kind === 'refused' ? answer.sentence : laterText()
      toast({ title: t('Nothing was changed'), description, tone: 'destructive' })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('End this calendar link?')}
      confirmLabel={t('End the link')}
      busy={isBusy ? t('Ending') : undefined}
      onCancel={onClose}
      onConfirm={() => void end().catch(reportError)}
    >
      <p>
        {t(
          'Calendars that use it get nothing new from now on. They may keep what they have until you remove it there.',
        )}
      </p>
    </ConfirmDialog>
  )
}
