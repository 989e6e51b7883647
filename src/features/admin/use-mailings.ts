import { useEffect, useEffectEvent } from 'react'
import type { Mailing } from '#domain/protocol/admin.ts'
import { fetchMailings } from '#src/platform/admin-calls.ts'
import { type Refreshed, useRefreshed } from './use-refreshed.ts'

/** While mails are on their way, their progress is asked for this often. */
const FOLLOW_EVERY_MS = 2000

/** The mails that were sent to users, and how far those are that are still on their way. */
export function useMailings(): Refreshed<Mailing[]> {
  const mailings = useRefreshed(fetchMailings)
  const { value, refresh } = mailings
  const follow = useEffectEvent(refresh)
  useEffect(() => {
    if (!value?.some(({ finishedAt }) => finishedAt === null)) return
    const timer = setTimeout(follow, FOLLOW_EVERY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return mailings
}
