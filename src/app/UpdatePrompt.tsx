import { useEffect } from 'react'
import { latePart } from '#src/ui/late-part.ts'
import { useAppVersion } from './worker-registration.ts'

const offer = latePart(() => import('./UpdateOffer.tsx'))

/** Appears when there is another version of the app than the one this page runs. */
export function UpdatePrompt() {
  const isCurrent = useAppVersion() === 'current'
  const part = offer.use()
  useEffect(() => {
    if (!isCurrent) offer.want()
  }, [isCurrent])
  return part && !isCurrent ? <part.UpdateOffer /> : null
}
