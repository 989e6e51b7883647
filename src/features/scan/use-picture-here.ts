import { useEffect, useState } from 'react'
import { onNetworkBack } from '#src/platform/network-back.ts'

/**
 * Returns whether a picture that only the server has could not be shown; when the network returns it is tried again.
 */
export function usePictureHere(): { isMissing: boolean; miss(): void } {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => (isMissing ? onNetworkBack(() => setMissing(false)) : undefined), [isMissing])
  return { isMissing, miss: () => setMissing(true) }
}
