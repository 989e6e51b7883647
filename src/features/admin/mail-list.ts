import { createStore, type StoreApi } from 'zustand/vanilla'
import { ADMIN_PAGE, type IncomingEmail } from '#domain/protocol/admin.ts'
import type { AdminAnswer } from '#src/platform/admin-calls.ts'

export interface ListedMail {
  /** Newest first and without gaps, as far as it was fetched. */
  emails: readonly IncomingEmail[]
  /** Whether there are no older ones. */
  isWhole: boolean
  isAsking: boolean
}

export interface MailList {
  state: Pick<StoreApi<ListedMail>, 'getState' | 'getInitialState' | 'subscribe'>
  /** Takes over the newest page. */
  refreshed(newest: readonly IncomingEmail[]): void
  /** Fetches the page after the last mail. `ask` takes that mail's id. */
  more(ask: (before: string) => Promise<AdminAnswer<IncomingEmail[]>>): Promise<void>
  /** Removes a mail that is gone. */
  removed(id: string): void
  /** Marks a mail as read. */
  read(id: string): void
}

/** The inbox as listed: the newest page, which is fetched repeatedly, and older ones, which were fetched once. */
export function createMailList(): MailList {
  const store = createStore<ListedMail>(() => ({ emails: [], isWhole: false, isAsking: false }))
  const removed = (id: string) =>
    store.setState(({ emails }) => ({ emails: emails.filter((email) => email.id !== id) }))
  const lastId = () => store.getState().emails.at(-1)?.id

  const fetchMore = async (ask: Parameters<MailList['more']>[0]) => {
    for (let before = lastId(); before !== undefined; before = lastId()) {
      const answer = await ask(before)
      // The last mail at the time of the request may be gone by now, and then this page does not follow on.
      if (answer.kind !== 'ok' || lastId() !== before) return
      const ids = idsOf(store.getState().emails)
      if (!answer.value.some(({ id }) => ids.has(id))) {
        return store.setState(({ emails }) => ({
          emails: [...emails, ...answer.value],
          isWhole: answer.value.length < ADMIN_PAGE,
        }))
      }
      // For a mail that is gone, the server returns the first page.
      removed(before)
    }
  }

  return {
    state: store,
    refreshed: (newest) => store.setState((before) => withNewest(before, newest)),
    async more(ask) {
      if (store.getState().isAsking) return
      store.setState({ isAsking: true })
      await fetchMore(ask)
      store.setState({ isAsking: false })
    },
    removed,
    read: (id) =>
      store.setState(({ emails }) => ({
        emails: emails.map((email) => (email.id === id ? { ...email, isRead: true } : email)),
      })),
  }
}

const idsOf = (emails: readonly IncomingEmail[]) => new Set(emails.map(({ id }) => id))

/** Keeps what follows the newest page, unless that page reaches nothing seen before, which would leave a gap. */
function withNewest(
  { emails }: ListedMail,
  newest: readonly IncomingEmail[],
): Pick<ListedMail, 'emails'> & Partial<ListedMail> {
  if (newest.length < ADMIN_PAGE) return { emails: newest, isWhole: true }
  const ids = idsOf(newest)
  const end = emails.findLastIndex(({ id }) => ids.has(id))
  return end === -1 ? { emails: newest, isWhole: false } : { emails: [...newest, ...emails.slice(end + 1)] }
}
