import type { AdminStats, IncomingEmail, SetAsideCounts } from '#domain/protocol/admin.ts'
import { fetchInbox, fetchSetAside, fetchStats } from '#src/platform/admin-calls.ts'
import { type Refreshed, useRefreshed } from './use-refreshed.ts'

/** The contents of the dashboard, kept up to date. */
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

/** Returns whether the figures and the inbox are up to date with the server. */
export const isLive = ({ stats, inbox }: AdminBoard): boolean => stats.failure === null && inbox.failure === null
