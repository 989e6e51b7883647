import { useEffect, useState } from 'react'
import type { Capabilities } from '#domain/protocol/voice.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { fetchCapabilities } from '#src/platform/voice-calls.ts'

/**
 * What the server can do with speech and pictures: undefined while it is asked, null when it does not answer. Asks
 * again with the network.
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
