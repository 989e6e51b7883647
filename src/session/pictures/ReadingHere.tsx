import type { RefCallback } from 'react'
import type { ReadingProgress } from '#src/platform/device-reader.ts'
import { Running } from './Running.tsx'

interface ReadingHereProps {
  progress: ReadingProgress
  onCancel(): void
  /** For moving focus to the text, from the button that started the reading. */
  wordsRef?: RefCallback<HTMLElement> | undefined
}

const WORDS = { fetching: 'Fetching the recogniser', reading: 'Reading on this device' }

/** Shows how far the reading of a picture on this device is, with a way to cancel. */
export const ReadingHere = ({ progress: { stage, share }, onCancel, wordsRef }: ReadingHereProps) => (
  <Running
    words={share === 0 ? WORDS[stage] : `${WORDS[stage]}, ${Math.floor(share * 100)} %`}
    share={share === 0 ? 1 : share}
    label="Reading on this device"
    onCancel={onCancel}
    wordsRef={wordsRef}
  />
)
