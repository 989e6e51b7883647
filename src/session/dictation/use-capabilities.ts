import { useEffect, useState } from 'react'
import type { Capabilities } from '#domain/protocol/voice.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { fetchCapabilities } from '#src/platform/voice-calls.ts'

/**
 * Returns what the server can do with speech and pictures: undefined while asking, null if it cannot be reached. Asks
 * again when the network returns.
 */
export function useCapabilities(): Capabilities | null | undefined {
  const [known, setKnown] = useState<Capabilities | null>()
  useEffect(() => {
    let isGone = false
    let unlisten = () => {}
    const ask = async () => {
      unlisten()
      const told = await fetchCapabilities()
      if (isGone) return
      setKnown(told ?? null)
      if (!told) unlisten = onNetworkBack(ask)
    }
    void ask()
    return () => {
      isGone = true
      unlisten()
    }
  }, [])
  return known
}
