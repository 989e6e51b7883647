import { useEffect, useState } from 'react'
import type { Capabilities } from '#domain/protocol/voice.ts'
import { fetchCapabilities } from '#src/platform/voice-calls.ts'

/** What the server can do with speech and pictures: undefined while it is asked, null when it does not answer. Asks again with the network. */
export function useCapabilities(): Capabilities | null | undefined {
  const [known, setKnown] = useState<Capabilities | null>()
  useEffect(() => {
    let isGone = false
    const ask = async () => {
      const told = await fetchCapabilities()
      if (!isGone) setKnown((before) => told ?? before ?? null)
    }
    void ask()
    addEventListener('online', ask)
    return () => {
      isGone = true
      removeEventListener('online', ask)
    }
  }, [])
  return known
}
