import { useEffect, useState } from 'react'
import { readMark, setMark } from '#src/data/device-store.ts'
import { type RecogniserKind, recogniserHere } from './recogniser.ts'

/** Remembered per device: it is about the browser and says nothing about a user. */
const MARK = 'browser-recogniser'

export interface RecogniserChoice {
  /** Null until known. */
  kind: RecogniserKind | null
  /** Whether it may run: the user agreed, or the audio stays on this device. */
  isAllowed: boolean
  agree(isAgreed: boolean): void
}

/** Returns the browser's own recogniser and whether the user allows it. */
export function useRecogniser(): RecogniserChoice {
  const [kind, setKind] = useState<RecogniserKind | null>(null)
  const [isAgreed, setAgreed] = useState(false)
  useEffect(() => {
    let isGone = false
    void Promise.all([recogniserHere(), readMark(MARK)]).then(([found, mark]) => {
      if (isGone) return
      setKind(found)
      setAgreed(mark === 'yes')
    })
    return () => {
      isGone = true
    }
  }, [])
  return {
    kind,
    isAllowed: kind === 'on-device' || (kind === 'maker' && isAgreed),
    agree: (next) => void setMark(MARK, next ? 'yes' : 'no').then(() => setAgreed(next)),
  }
}
