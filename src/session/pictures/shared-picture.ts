import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { PrescriptionId } from '#domain/lib/ids.ts'
import { dropScan, readKeptScans } from '#src/data/upload-queue.ts'
import { useSession } from '#src/session/session.ts'

/** The state with which the documents open for a picture that was shared from another app: the id of its row. */
export const sharedState = (sharedPicture: PrescriptionId) => ({ sharedPicture })

/**
 * Hands over the picture that the page was opened for, if there is one; it stays on the device until it is dropped.
 * Returns what drops it, once it was saved or is not wanted.
 */
export function useSharedPicture(onPicture: (image: Blob) => void): () => void {
  const { db } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const { sharedPicture } = (location.state ?? {}) as Partial<ReturnType<typeof sharedState>>
  const hand = useEffectEvent(onPicture)
  useEffect(() => {
    if (sharedPicture === undefined) return
    let isOver = false
    void readKeptScans(db).then((scans) => {
      const found = scans.find(({ id }) => id === sharedPicture)
      if (found && !isOver) hand(found.image)
    })
    return () => {
      isOver = true
    }
  }, [db, sharedPicture])
  return () => {
    if (sharedPicture === undefined) return
    void dropScan(db, sharedPicture)
    void navigate('.', { replace: true, state: null })
  }
}
