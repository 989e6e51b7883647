import { useEffect, useState } from 'react'
import { onNetworkBack } from '#src/platform/network-back.ts'

/** Whether a picture that only the server has could not be shown; with the network it is tried again. */
export function usePictureHere(): { isMissing: boolean; miss(): void } {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => (isMissing ? onNetworkBack(() => setMissing(false)) : undefined), [isMissing])
  return { isMissing, miss: () => setMissing(true) }
}
