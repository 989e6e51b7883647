import type { AdminStats, IncomingEmail, SetAsideCounts } from '#domain/protocol/admin.ts'
import { fetchInbox, fetchSetAside, fetchStats } from '#src/platform/admin-calls.ts'
import { type Refreshed, useRefreshed } from './use-refreshed.ts'

/** What stands on the dashboard, kept fresh. */
export interface AdminBoard {
  stats: Refreshed<AdminStats>
  inbox: Refreshed<IncomingEmail[]>
  setAside: Refreshed<SetAsideCounts>
}

const fetchNewestMail = (signal: AbortSignal) => fetchInbox(null, signal)

export function useAdminBoard(): AdminBoard {
  return {
    stats: useRefreshed(fetchStats),
    inbox: useRefreshed(fetchNewestMail),
    setAside: useRefreshed(fetchSetAside),
  }
}

/** Whether the figures and the inbox are what the server says now. */
export const isLive = ({ stats, inbox }: AdminBoard): boolean => stats.failure === null && inbox.failure === null
