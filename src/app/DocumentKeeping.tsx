import { useEffect, useRef } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import { useSession } from '#src/session/session.ts'
import { startDocumentLane } from './document-lane.ts'

/** Keeps the lane of documents running while the person may use health data. Shows nothing. */
export function DocumentKeeping() {
  const { db, user, sync } = useSession()
  const isAllowed = mayUse(user, 'health', Date.now()).allowed
  const main = useRef(sync)
  main.current = sync
  useEffect(() => {
    if (!isAllowed) return
    return startDocumentLane({
      db,
      user: user.id,
      onNewEpoch: () => main.current.request(),
      onAttempt: (attempt) => main.current.tellAttempt(attempt),
    })
  }, [db, user.id, isAllowed])
  return null
}
