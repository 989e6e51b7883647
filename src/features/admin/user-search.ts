import { createStore, type StoreApi } from 'zustand/vanilla'
import { msOf } from '#domain/lib/instant.ts'
import type { AdminUser, AdminUsersPage } from '#domain/protocol/admin.ts'
import type { AdminAnswer } from '#src/platform/admin-calls.ts'

/** How long after the last key the server is asked. */
export const SEARCH_AFTER_MS = 300

export interface Searched {
  /** The input as it is in the box. */
  typed: string
  /** What the server found beyond the newest signups, page by page. */
  found: readonly AdminUser[]
  /** Where the next page begins; null on the last one. */
  cursor: string | null
  /** Whether the first page of this search has arrived. */
  isAnswered: boolean
  isAsking: boolean
  /** Why the last request failed: the server's sentence, or empty if there was no answer at all. */
  failure: string | null
}

export interface UserSearch {
  state: Pick<StoreApi<Searched>, 'getState' | 'getInitialState' | 'subscribe'>
  /** Takes over the content of the box. Requests for other text are aborted. */
  type(text: string): void
  /** Fetches the next page, and further ones as long as they contain only these users. */
  more(known: ReadonlySet<string>): void
  /**
   * Fetches the found users again, because something about them may have changed; until then they are shown as before.
   */
  again(): void
  /** Stops it. */
  stop(): void
}

type Ask = (query: string, cursor: string | null, signal: AbortSignal) => Promise<AdminAnswer<AdminUsersPage>>

const NOTHING = { found: [], cursor: null, isAnswered: false, isAsking: false, failure: null }

/** Ignores extra spaces and case. */
const queryOf = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Searches all accounts, of which the page holds only the newest. With an empty box it fetches nothing until more are
 * requested.
 */
export function createUserSearch(ask: Ask): UserSearch {
  const store = createStore<Searched>(() => ({ typed: '', ...NOTHING }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  const giveUp = () => {
    clearTimeout(timer)
    running.abort()
  }

  /** Continues until a page holds a wanted user or no page is left. */
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

/** Returns whether email, first, last or full name contains the input, ignoring case (specification, section 2). */
export function matches(user: AdminUser, typed: string): boolean {
  const { email, firstName, lastName } = user
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  return [email, fullName].some((text) => text.toLowerCase().includes(queryOf(typed)))
}

/**
 * Returns the users to list: matching newest signups immediately, plus those the server found. Newest first, each once.
 */
export function listed(recent: readonly AdminUser[], { typed, found }: Searched): AdminUser[] {
  const near = recent.filter((user) => matches(user, typed))
  const ids = new Set(recent.map(({ id }) => id))
  const byId = new Map(found.filter(({ id }) => !ids.has(id)).map((user) => [user.id, user]))
  return [...near, ...byId.values()].sort((one, other) => msOf(other.createdAt) - msOf(one.createdAt))
}

/** Returns whether there are, or may be, more than those listed: a failed request can be repeated. */
export function hasMore(recent: number, total: number, searched: Searched): boolean {
  const { typed, cursor, isAnswered, failure } = searched
  if (failure !== null) return true
  if (isAnswered) return cursor !== null
  return queryOf(typed) === '' && total > recent
}
