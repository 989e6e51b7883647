import { useEffect, useRef } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import { useSession } from '#src/session/session.ts'
import type { Attempt } from '#src/sync/drain.ts'
import { startDocumentLane } from './document-lane.ts'
import { startScanLane } from './scan-lane.ts'

/** Keeps the lanes of documents and scans running while the person may use health data. Shows nothing. */
export function PictureKeeping() {
  const { db, user, sync } = useSession()
  const isAllowed = mayUse(user, 'health', Date.now()).allowed
  const main = useRef(sync)
  main.current = sync
  useEffect(() => {
    if (!isAllowed) return
    const lane = { db, user: user.id, onNewEpoch: () => main.current.request() }
    const onAttempt = (attempt: Attempt) => main.current.tellAttempt(attempt)
    const ends = [startDocumentLane({ ...lane, onAttempt }), startScanLane(lane)]
    return () => {
      for (const end of ends) end()
    }
  }, [db, user.id, isAllowed])
  return null
}
