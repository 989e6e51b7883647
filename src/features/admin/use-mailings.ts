import { useEffect, useEffectEvent } from 'react'
import type { Mailing } from '#domain/protocol/admin.ts'
import { fetchMailings } from '#src/platform/admin-calls.ts'
import { type Refreshed, useRefreshed } from './use-refreshed.ts'

/** How often the progress of mails being sent is fetched. */
const FOLLOW_EVERY_MS = 2000

/** Returns the mails to users, with the progress of those still being sent. */
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
