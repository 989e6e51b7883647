import { createStore, type StoreApi } from 'zustand/vanilla'
import { msOf } from '#domain/lib/instant.ts'
import type { AdminUser, AdminUsersPage } from '#domain/protocol/admin.ts'
import type { AdminAnswer } from '#src/platform/admin-calls.ts'

/** So long after the last key the server is asked. */
export const SEARCH_AFTER_MS = 300

export interface Searched {
  /** As it stands in the box. */
  typed: string
  /** What the server found beyond the newest signups, page after page. */
  found: readonly AdminUser[]
  /** Where the next page begins; null on the last one. */
  cursor: string | null
  /** Whether a first page of this search has come. */
  isAnswered: boolean
  isAsking: boolean
  /** Why the last question got no answer; the server's sentence, or empty when there was none at all. */
  failure: string | null
}

export interface UserSearch {
  state: Pick<StoreApi<Searched>, 'getState' | 'getInitialState' | 'subscribe'>
  /** The box says this now. What was asked for something else is given up. */
  type(text: string): void
  /** Fetches the next page, and pages after it as long as they hold nobody but these. */
  more(known: ReadonlySet<string>): void
  /** Asks again who was found, because something about them may have changed; meanwhile they are shown as they were. */
  again(): void
  /** Ends it. */
  stop(): void
}

type Ask = (query: string, cursor: string | null, signal: AbortSignal) => Promise<AdminAnswer<AdminUsersPage>>

const NOTHING = { found: [], cursor: null, isAnswered: false, isAsking: false, failure: null }

/** Blanks and case do not count. */
const queryOf = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * A search among all accounts, of which the page holds only the newest. An empty box asks for nothing until more are
 * wanted.
 */
export function createUserSearch(ask: Ask): UserSearch {
  const store = createStore<Searched>(() => ({ typed: '', ...NOTHING }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  const giveUp = () => {
    clearTimeout(timer)
    running.abort()
  }

  /** Goes on until a page holds somebody who is wanted, or none is left. */
  const fetchPages = async (isWanted: (users: readonly AdminUser[]) => boolean) => {
    running = new AbortController()
    const { signal } = running
    store.setState({ isAsking: true, failure: null })
    let isEnough = false
    do {
      const { typed, cursor } = store.getState()
      const answer = await ask(queryOf(typed), cursor, signal)
      if (signal.aborted) return
      if (answer.kind !== 'ok') {
        const failure = answer.kind === 'refused' ? answer.sentence : ''
        return store.setState({ isAsking: false, failure })
      }
      const { users, nextCursor } = answer.value
      isEnough = isWanted(users)
      const ids = new Set(users.map(({ id }) => id))
      store.setState(({ found }) => ({
        found: [...found.filter(({ id }) => !ids.has(id)), ...users],
        cursor: nextCursor,
        isAnswered: true,
      }))
    } while (!isEnough && store.getState().cursor !== null)
    store.setState({ isAsking: false })
  }

  const othersThan = (known: ReadonlySet<string>) => (users: readonly AdminUser[]) =>
    users.some(({ id }) => !known.has(id))

  return {
    state: store,
    type(typed) {
      const isSame = queryOf(typed) === queryOf(store.getState().typed)
      store.setState({ typed })
      if (isSame) return
      giveUp()
      const isAsking = queryOf(typed) !== ''
      store.setState({ ...NOTHING, isAsking })
      if (isAsking) timer = setTimeout(() => void fetchPages(othersThan(new Set())), SEARCH_AFTER_MS)
    },
    more(known) {
      if (!store.getState().isAsking) void fetchPages(othersThan(known))
    },
    again() {
      const { found, isAnswered, isAsking } = store.getState()
      if (!isAnswered && !isAsking) return
      giveUp()
      store.setState({ cursor: null })
      let left = found.length
      void fetchPages((users) => {
        left -= users.length
        return left <= 0
      })
    },
    stop: giveUp,
  }
}

/** Whether e-mail, first, last or full name holds what was typed, in any case (specification, section 2). */
export function matches(user: AdminUser, typed: string): boolean {
  const { email, firstName, lastName } = user
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  return [email, fullName].some((text) => text.toLowerCase().includes(queryOf(typed)))
}

/**
 * Who is listed: those of the newest signups who match, at once, and whom the server found. The newest first, each
 * once.
 */
export function listed(recent: readonly AdminUser[], { typed, found }: Searched): AdminUser[] {
  const near = recent.filter((user) => matches(user, typed))
  const ids = new Set(recent.map(({ id }) => id))
  const byId = new Map(found.filter(({ id }) => !ids.has(id)).map((user) => [user.id, user]))
  return [...near, ...byId.values()].sort((one, other) => msOf(other.createdAt) - msOf(one.createdAt))
}

/** Whether there are more than those who are listed, or may be: a question that got no answer can be asked again. */
export function hasMore(recent: number, total: number, searched: Searched): boolean {
  const { typed, cursor, isAnswered, failure } = searched
  if (failure !== null) return true
  if (isAnswered) return cursor !== null
  return queryOf(typed) === '' && total > recent
}
