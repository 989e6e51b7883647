import { useCallback, useEffect, useRef, useState } from 'react'
import { readMark, setMark } from '#src/data/device-store.ts'
import { type BrowserRecogniser, downloadLanguage, recogniserHere } from './recogniser.ts'

/** Remembered per device: it is about the browser and says nothing about a user. */
const MARK = 'browser-recogniser'

export interface RecogniserChoice {
  /** Null until known. */
  here: BrowserRecogniser | null
  /** The user agreed that the browser's maker may receive audio. */
  isAgreed: boolean
  agree(isAgreed: boolean): void
  /** Downloads the language pack; afterwards `here` says what is there. Returns whether it worked. */
  download(): Promise<boolean>
  isDownloading: boolean
  /** Asks the browser once more what it has. */
  lookAgain(): void
}

/** Returns the browser's own recogniser and what the user allows it. */
export function useRecogniser(): RecogniserChoice {
  const [here, setHere] = useState<BrowserRecogniser | null>(null)
  const [isAgreed, setAgreed] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  const isGone = useRef(false)
  const look = useCallback(async () => {
    const found = await recogniserHere()
    if (!isGone.current) setHere(found)
  }, [])
  useEffect(() => {
    isGone.current = false
    void readMark(MARK).then((mark) => {
      if (isGone.current) return
      setAgreed(mark === 'yes')
      void look()
    })
    return () => {
      isGone.current = true
    }
  }, [look])
  const download = async () => {
    if (!here) return false
    setDownloading(true)
    const isThere = await downloadLanguage(here.lang)
    await look()
    if (!isGone.current) setDownloading(false)
    return isThere
  }
  return {
    here,
    isAgreed,
    agree: (next) => void setMark(MARK, next ? 'yes' : 'no').then(() => setAgreed(next)),
    download,
    isDownloading,
    lookAgain: () => void look(),
  }
}
