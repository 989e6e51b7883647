import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { create } from 'zustand'
import type { UserId } from '#domain/lib/ids.ts'
import { isRemindedOf, type ListedPerson } from '#domain/records/person.ts'
import { addPendingDeletion } from '#src/data/device-store.ts'
import {
  dataIdOf,
  EVERYONE,
  othersOf,
  readPeople,
  readPeopleAnswer,
  type Shown,
  storePeople,
  storeShown,
} from '#src/data/people-store.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { withLock } from '#src/platform/locks.ts'
import type { Whose } from '#src/platform/whose.ts'
import { type Session, SessionContext, useSession } from './session.ts'

interface PeopleState {
  /** Whose list it is; null until it has been read. */
  account: UserId | null
  /** The account's own person first. Empty until the server has listed them to this device. */
  people: readonly ListedPerson[]
  shown: Shown
}

const UNREAD: PeopleState = { account: null, people: [], shown: EVERYONE }

/** The people the signed-in account may see, as this device last knew them, and who is shown on this page. */
export const usePeople = create<PeopleState>(() => UNREAD)

export const forgetPeople = (): void => usePeople.setState(UNREAD)

/** Reads the list that is on this device. */
export async function recallPeople(account: UserId): Promise<void> {
  usePeople.setState({ account, ...(await readPeople(account)) })
}

/** GET /api/people: takes over the list. Returns whether the server gave it; without an answer nothing changes. */
export async function refreshPeople(account: UserId): Promise<boolean> {
  const answer = await apiCall({ method: 'GET', path: '/api/people' })
  const people = answer.kind === 'ok' ? readPeopleAnswer(answer.body) : null
  if (!people) return false
  await takePeople(account, people)
  return true
}

/**
 * Takes over a list of the people, unless another account is shown meanwhile. Who is missing from it was deleted, or is
 * no longer shared with the account: from here on nothing of them is shown, and their data is wiped from this device
 * (S15.1).
 */
async function takePeople(account: UserId, people: ListedPerson[]): Promise<void> {
  if (usePeople.getState().account !== account) return
  const listed = new Set(people.map(({ id }) => id))
  const gone = othersOf((await readPeople(account)).people.filter(({ id }) => !listed.has(id)))
  // Noted before anything else: a start that finds it unfinished goes on.
  for (const person of gone) await addPendingDeletion(person)
  await storePeople(account, people)
  usePeople.setState(({ shown }) => ({ people, shown: people.some(({ id }) => id === shown) ? shown : EVERYONE }))
  if (gone.length === 0) return
  const { deleteInTime } = await import('#src/data/pending-deletion.ts')
  await Promise.all(gone.map((person) => deleteInTime(person, withLock)))
}

/** Wipes somebody from this device who was deleted, or is no longer shared with the account. */
export const leavePerson = async (account: UserId, person: UserId): Promise<void> =>
  takePeople(
    account,
    (await readPeople(account)).people.filter(({ id }) => dataIdOf(id) !== person),
  )

/** The commits at which each person, or the list, was last known to have changed. */
const changedAt = new Map<UserId, number>()

/** Fetches the list again when a change notification says that something in it changed. */
export function refreshPeopleAsOf({ person, account }: Whose, seq = 0): void {
  const known = changedAt.get(person)
  changedAt.set(person, Math.max(seq, known ?? 0))
  if (known !== undefined && seq > known) void refreshPeople(account)
}

/** Shows somebody, or everyone, on this page and at the next start. */
export async function show(shown: Shown): Promise<void> {
  const { account } = usePeople.getState()
  usePeople.setState({ shown })
  if (account) await storeShown(account, shown)
}

/** Returns what a person is called beside others: the account's own is "You". */
export const nameOnScreen = ({ isSelf, name }: ListedPerson): string => (isSelf ? 'You' : name)

/** Returns whether the account looks after anybody besides its own person. */
export const useHasOthers = (): boolean => usePeople(({ people }) => othersOf(people).length > 0)

/** Returns who it is that a screen shows, where there are several it could be; else null. */
export function useWhose(): ListedPerson | null {
  const { person } = useSession()
  const own = usePeople(({ people }) => people.find(({ isSelf }) => isSelf))
  const hasOthers = useHasOthers()
  return person ?? (hasOthers && own ? own : null)
}

/** By the ids of their data, the sessions of everybody that are open on this page, the account's own first. */
export const SessionsContext = createContext<ReadonlyMap<UserId, Session>>(new Map())

/** Returns everybody whose data is open on this page, in the order of the list. */
export function useSessions(): { person: ListedPerson; session: Session }[] {
  const sessions = useContext(SessionsContext)
  const people = usePeople((state) => state.people)
  return useMemo(
    () =>
      people.flatMap((person) => {
        const session = sessions.get(dataIdOf(person.id))
        return session ? [{ person, session }] : []
      }),
    [people, sessions],
  )
}

/** Returns the sessions of everybody whose doses the account is reminded of: its own until the list has been read. */
export function useRemindedSessions(): Session[] {
  const shown = useSession()
  const sessions = useSessions()
  return useMemo(() => {
    const reminded = sessions.filter(({ person }) => isRemindedOf(person)).map(({ session }) => session)
    return reminded.length > 0 ? reminded : [shown]
  }, [sessions, shown])
}

/** Pages about the account itself, whoever is shown elsewhere. */
export function OwnSession({ children }: { children: ReactNode }) {
  const { account } = useSession()
  const own = useContext(SessionsContext).get(account.id)
  return own ? <SessionContext value={own}>{children}</SessionContext> : children
}
