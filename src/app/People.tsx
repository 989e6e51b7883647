import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { dataIdOf } from '#domain/records/person.ts'
import { EVERYONE, shownOf } from '#src/data/people-store.ts'
import {
  forgetPeople,
  recallPeople,
  refreshPeople,
  SessionsContext,
  useHasOthers,
  usePeople,
} from '#src/session/people.tsx'
import { type Session, SessionContext, useSession } from '#src/session/session.ts'
import { noteStorageFault } from '#src/session/storage-fault.ts'
import { whenIdle } from '#src/ui/idle.ts'
import { latePart } from '#src/ui/late-part.ts'
import { Opening } from '#src/ui/Opening.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { usePersonInAddress } from './person-in-address.ts'
import { SignOutQuestion } from './SignOutQuestion.tsx'

/** Needed only by an account that looks after somebody; nobody else's start loads it. */
const otherPeople = latePart(() => import('./OtherPeople.tsx'))

interface PeopleProps {
  /** Those of everybody, which stay whoever is shown. */
  alerts: ReactNode
  children: ReactNode
}

/**
 * Gives the screens below the data of whoever is shown: the account's own person, or somebody it looks after. Screens
 * of one person never stay while another is shown.
 */
export function People({ alerts, children }: PeopleProps) {
  const own = useSession()
  usePersonInAddress()
  const shown = usePeople(({ shown, people }) => shownOf(people, shown))
  const [others, setOthers] = useState<ReadonlyMap<UserId, Session>>(new Map())
  const tell = useCallback(
    (person: UserId, session: Session | null) =>
      setOthers((before) => {
        const after = new Map(before)
        if (session) after.set(person, session)
        else after.delete(person)
        return after
      }),
    [],
  )
  const sessions = useMemo(() => new Map([[own.account.id, own], ...others]), [own, others])
  const part = usePart()
  const current = shown === EVERYONE ? own : (sessions.get(dataIdOf(shown)) ?? null)
  useWayBack(current === null, part.isMissing)
  return (
    <SessionsContext value={sessions}>
      {part.code ? <part.code.OtherPeople onSession={tell} /> : null}
      <SignOutQuestion />
      {current ? (
        <SessionContext key={current.user.id} value={current}>
          {children}
        </SessionContext>
      ) : (
        <Opening />
      )}
      {alerts}
    </SessionsContext>
  )
}

/** How long (ms) a person's data may take to open before everyone is shown instead. */
const OPEN_WITHIN = 5000

/** Leads back to everyone where the data of whoever is shown cannot be opened. */
function useWayBack(isWaiting: boolean, isHopeless: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    const giveUp = () => {
      usePeople.setState({ shown: EVERYONE })
      toast({
        title: t('This person can’t be opened right now'),
        description: t('Everything is still on this device. Try again in a moment, or load the page again.'),
        tone: 'destructive',
      })
    }
    const timer = setTimeout(giveUp, isHopeless ? 0 : OPEN_WITHIN)
    return () => clearTimeout(timer)
  }, [isWaiting, isHopeless])
}

function usePart() {
  const hasOthers = useHasOthers()
  const code = otherPeople.use()
  const failure = otherPeople.useFailure()
  useEffect(() => {
    if (hasOthers) otherPeople.want()
  }, [hasOthers])
  return { code: hasOthers ? code : null, isMissing: failure !== null }
}

interface Recalled {
  id: UserId
  /** Whether the server would answer: behind the age gate it does not. */
  isAllowed: boolean
  /** Counts how often the device's storage was opened, so that a list that could not be read is read again. */
  tries: number
}

/**
 * Keeps the list of people current while the account is shown. Returns whether it is known who they are.
 */
export function useRecalledPeople({ id: account, isAllowed, tries }: Recalled): boolean {
  const isKnown = usePeople((state) => state.account === account)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of one account is nothing to the next
  useEffect(() => forgetPeople, [account])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads it anew
  useEffect(() => {
    recallPeople(account).catch((error: unknown) => {
      if (!noteStorageFault(error)) throw error
    })
  }, [account, tries])
  useEffect(() => {
    if (!isKnown || !isAllowed) return
    // Another tab may sign out before this one is idle.
    let isOver = false
    whenIdle(() => void (!isOver && navigator.onLine && refreshPeople(account)))
    return () => {
      isOver = true
    }
  }, [account, isKnown, isAllowed])
  return isKnown
}
