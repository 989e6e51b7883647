import { useEffect, useRef } from 'react'
import { mayUse } from '#domain/access/may-use.ts'
import { useSession } from '#src/session/session.ts'
import { startUploadQueue } from './upload-queue.ts'

/** Keeps the upload queue running while the user may use health data. Renders nothing. */
export function PictureKeeping() {
  const { db, user, whose, sync } = useSession()
  const isAllowed = mayUse(user, 'health', Date.now()).allowed
  const latest = useRef(sync)
  latest.current = sync
  useEffect(() => {
    if (!isAllowed) return
    return startUploadQueue({
      db,
      whose,
      onNewEpoch: () => latest.current.request(),
      onAttempt: (attempt) => latest.current.tellAttempt(attempt),
    })
  }, [db, whose, isAllowed])
  return null
}
