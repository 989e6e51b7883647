import { useEffect, useMemo, useState } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { dataIdOf, type ListedPerson } from '#domain/records/person.ts'
import { asUser } from '#domain/records/person-as-user.ts'
import { EVERYONE, type Shown } from '#src/data/people-store.ts'
import { usePeople } from '#src/session/people.tsx'
import { type Session, useSession } from '#src/session/session.ts'
import { whenIdle } from '#src/ui/idle.ts'
import { type Opened, openDatabase } from './open-database.ts'
import { useLiveSync } from './use-live-sync.ts'

interface OtherPeopleProps {
  /** Told of each session while it is open; null once it no longer is. */
  onSession: (person: UserId, session: Session | null) => void
}

/**
 * Opens the data of everybody the account looks after, and keeps it in step with the server. Renders nothing. Where the
 * page begins with one person, the others follow once it is idle: their databases would hold up that person's day.
 */
export function OtherPeople({ onSession }: OtherPeopleProps) {
  const { people, shown } = usePeople()
  const areAllDue = useAllDue(shown)
  return people
    .filter(({ id, isSelf }) => !isSelf && (areAllDue || id === shown))
    .map((person) => <OtherPerson key={person.id} person={person} onSession={onSession} />)
}

/** Returns whether everybody's data is due: from the first idle moment on, or once somebody else is chosen. */
function useAllDue(shown: Shown): boolean {
  const [first] = useState(shown)
  const [isDue, setDue] = useState(first === EVERYONE)
  const isElse = shown !== first
  useEffect(() => whenIdle(() => setDue(true)), [])
  useEffect(() => {
    if (isElse) setDue(true)
  }, [isElse])
  return isDue || isElse
}

function OtherPerson({ person, onSession }: OtherPeopleProps & { person: ListedPerson }) {
  const own = useSession()
  const id = dataIdOf(person.id)
  const whose = useMemo(() => ({ person: id, account: own.account.id }), [id, own.account.id])
  const opened = useOpened(whose)
  const { account } = own
  const isAnswered = !person.isWithheld && mayUse(account, 'health', Date.now()).allowed
  const sync = useLiveSync(opened?.db ?? null, whose, isAnswered)
  const session = useMemo<Session | null>(
    () =>
      opened && {
        ...own,
        user: asUser(account, person),
        person,
        whose,
        zone: person.timeZone,
        db: opened.db,
        device: opened.device,
        sync,
      },
    [own, account, person, whose, opened, sync],
  )
  useEffect(() => onSession(id, session), [id, session, onSession])
  useEffect(() => () => onSession(id, null), [id, onSession])
  return null
}

/** How long (ms) after a fault the database is opened again. */
const REOPEN_AFTER = 5000

/** Returns the person's local database while it is open; null before, and between a fault and the next try. */
function useOpened(whose: Session['whose']): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens it anew
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined
    const close = openDatabase(whose, {
      onOpened: (open) => setOpened((before) => (before?.db === open.db ? before : open)),
      // The account's own database has the same trouble, and says so.
      onTrouble: () => setOpened(null),
      // So it has the same faults, unless this database was deleted, which is none.
      onFault() {
        setOpened(null)
        again = setTimeout(() => setTries((before) => before + 1), REOPEN_AFTER)
      },
      onSignedOut: () => setOpened(null),
    })
    return () => {
      clearTimeout(again)
      close()
      setOpened(null)
    }
  }, [whose, tries])
  return opened
}
