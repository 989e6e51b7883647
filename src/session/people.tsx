import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { v4 } from 'uuid'
import { create } from 'zustand'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { dataIdOf, isRemindedOf, type ListedPerson } from '#domain/records/person.ts'
import { addPendingDeletion } from '#src/data/device-store.ts'
import {
  EVERYONE,
  othersOf,
  readPeople,
  readPeopleAnswer,
  type Shown,
  shownOf,
  storePeople,
  storeShown,
} from '#src/data/people-store.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { withLock } from '#src/platform/locks.ts'
import { ownData, type Whose } from '#src/platform/whose.ts'
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

/**
 * GET /api/people: takes over the list. Returns whether the server gave it to this account; otherwise nothing changes.
 */
export async function refreshPeople(account: UserId): Promise<boolean> {
  const answer = await apiCall({ method: 'GET', path: '/api/people', whose: ownData(account) })
  const people = answer.kind === 'ok' ? readPeopleAnswer(answer.body) : null
  if (people?.find(({ isSelf }) => isSelf)?.id !== (account as string)) return false
  await takePeople(account, people)
  return true
}

/**
 * Takes over a list of the people. Whoever is missing from it is asked about, and only on the server's word that they
 * are gone (S15.1) are they wiped from this device: the list may be older than somebody who was just added, or come from
 * a server that was restored to before them. Those are added again.
 */
async function takePeople(account: UserId, people: ListedPerson[]): Promise<void> {
  const listed = new Set(people.map(({ id }) => id))
  const missing = (await readPeople(account)).people.filter(({ id, isSelf }) => !isSelf && !listed.has(id))
  const fates = await Promise.all(missing.map((person) => fateOf(account, person)))
  const kept = missing.filter((_, index) => fates[index] === 'stays')
  const gone = missing.filter((_, index) => fates[index] === 'gone')
  await settlePeople(account, [...people, ...kept])
  await wipe(account, othersOf(gone))
}

/** Returns whether somebody whom a list lacks is gone for good. */
async function fateOf(account: UserId, person: ListedPerson): Promise<'gone' | 'stays'> {
  const whose = { person: dataIdOf(person.id), account }
  const answer = await apiCall({ method: 'GET', path: '/api/medications', whose })
  if (answer.kind !== 'error' || answer.status !== 404) return 'stays'
  if (answer.code === 'person_gone') return 'gone'
  // Lost with a restore: whoever they belong to adds them again, and what a helper has not sent waits for that.
  if (person.role === 'owner') {
    const { id, name, colour, relation, timeZone, emergency } = person
    const body = { id, name, colour, relation, timeZone, ...(emergency && { emergency }) }
    await apiCall({ method: 'POST', path: '/api/people', body, key: v4(), whose: ownData(account) })
  }
  return 'stays'
}

/** Stores and shows the list, unless another account is shown meanwhile. */
async function settlePeople(account: UserId, people: ListedPerson[]): Promise<void> {
  if (usePeople.getState().account !== account) return
  await storePeople(account, people)
  usePeople.setState(({ shown }) => ({ people, shown: shownOf(people, shown) }))
}

/** Takes over one person as the server has just answered them, whatever becomes of the next list. */
export async function learnPerson(account: UserId, person: ListedPerson): Promise<void> {
  const { people } = await readPeople(account)
  const others = people.filter(({ id }) => id !== person.id)
  await settlePeople(account, person.isSelf ? [person, ...others] : [...others, person])
  void refreshPeople(account)
}

/** Wipes somebody from this device who was deleted, or is no longer shared with the account. */
export async function leavePerson(account: UserId, person: UserId): Promise<void> {
  const { people } = await readPeople(account)
  // Noted before anything else: a start that finds it unfinished goes on.
  await addPendingDeletion(person)
  await settlePeople(
    account,
    people.filter(({ id }) => dataIdOf(id) !== person),
  )
  await wipe(account, [person])
}

/** Removes what this device and this page hold of people: databases, notifications, drafts. */
async function wipe(account: UserId, gone: readonly UserId[]): Promise<void> {
  if (gone.length === 0 || usePeople.getState().account !== account) return
  for (const person of gone) await addPendingDeletion(person)
  const { deleteInTime } = await import('#src/data/pending-deletion.ts')
  await Promise.all(gone.map((person) => deleteInTime(person, withLock)))
  const isOfGone = (text: string) => gone.some((person) => text.includes(person))
  for (const key of Object.keys(sessionStorage)) if (isOfGone(key)) sessionStorage.removeItem(key)
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  for (const notice of (await registration?.getNotifications()) ?? []) {
    if (isOfGone(JSON.stringify(notice.data ?? null))) notice.close()
  }
}

/** The commits at which each person, or the list, was last known to have changed. */
const changedAt = new Map<UserId, number>()

/**
 * Fetches the list again when a change notification says that something in it changed; with every one, heartbeats
 * included, while somebody is withheld, since another account's consent is announced to nobody (S14.8).
 */
export function refreshPeopleAsOf({ person, account }: Whose, seq = 0): void {
  const known = changedAt.get(person)
  changedAt.set(person, Math.max(seq, known ?? 0))
  const isWaited = person === account && usePeople.getState().people.some(({ isWithheld }) => isWithheld)
  if (isWaited || (known !== undefined && seq > known)) void refreshPeople(account)
}

/** Shows somebody, or everyone, on this page and at the next start. Whoever is not listed or withheld is not shown. */
export async function show(shown: Shown): Promise<void> {
  const { account, people } = usePeople.getState()
  if (shownOf(people, shown) !== shown) return
  usePeople.setState({ shown })
  if (account) await storeShown(account, shown)
}

/** Returns what opens somebody's day. */
export function useOpenPerson(): (person: PersonId) => void {
  const navigate = useNavigate()
  return (person) => {
    void show(person)
    navigate(PAGES.home)
  }
}

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

/** Returns everybody whose data is open on this page and may be seen, in the order of the list. */
export function useSessions(): { person: ListedPerson; session: Session }[] {
  const sessions = useContext(SessionsContext)
  const people = usePeople((state) => state.people)
  return useMemo(
    () =>
      people.flatMap((person) => {
        const session = person.isWithheld ? undefined : sessions.get(dataIdOf(person.id))
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
