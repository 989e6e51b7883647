import { useEffect, useState } from 'react'
import { readMark, setMark } from '#src/data/device-store.ts'
import { type RecogniserKind, recogniserHere } from './recogniser.ts'

/** Remembered for the device: it is about its browser, and says nothing of a person. */
const MARK = 'browser-recogniser'

export interface RecogniserChoice {
  /** Null until it is known. */
  kind: RecogniserKind | null
  /** Whether it may write along: the person agreed, or the sound stays on this device. */
  isAllowed: boolean
  agree(isAgreed: boolean): void
}

/** The browser's own recogniser, and whether the person lets it write along. */
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
