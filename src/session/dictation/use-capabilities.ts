import { useEffect, useState } from 'react'
import { type Capabilities, capabilitiesAnswer } from '#domain/protocol/voice.ts'
import { readMark, setMark } from '#src/data/device-store.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { fetchCapabilities } from '#src/platform/voice-calls.ts'
import type { Possible } from './who-listens.ts'

/** Remembered per device: it is about the server and says nothing about a user. */
const MARK = 'capabilities'

export interface ServerAbilities {
  /** What the server says, or last said while it has not answered; null if it never did. */
  said: Capabilities | null
  /** What it can do about speech now. */
  transcription: Possible['server']
}

/**
 * Returns what the server can do with speech and pictures. Its last answer is remembered on this device, for when it
 * cannot be reached. Asks again when the network returns.
 */
export function useCapabilities(): ServerAbilities {
  /** Undefined while asking, null if it cannot be reached. */
  const [now, setNow] = useState<Capabilities | null>()
  const [last, setLast] = useState<Capabilities | null>(null)
  useEffect(() => {
    let isGone = false
    let unlisten = () => {}
    const ask = async () => {
      unlisten()
      const told = await fetchCapabilities()
      if (isGone) return
      setNow(told)
      // A device that cannot store it asks again the next time.
      if (told) await setMark(MARK, JSON.stringify(told)).catch(() => {})
      else unlisten = onNetworkBack(ask)
    }
    void lastAnswer().then((answer) => {
      if (isGone) return
      setLast(answer)
      void ask()
    })
    return () => {
      isGone = true
      unlisten()
    }
  }, [])
  return { said: now ?? last, transcription: transcriptionOf(now, last) }
}

async function lastAnswer(): Promise<Capabilities | null> {
  try {
    return capabilitiesAnswer.parse(JSON.parse((await readMark(MARK)) ?? 'null'))
  } catch {
    return null
  }
}

function transcriptionOf(now: Capabilities | null | undefined, last: Capabilities | null): Possible['server'] {
  if (now) return now.transcription
  if (now === undefined) return last?.transcription
  return last?.transcription === false ? false : null
}
