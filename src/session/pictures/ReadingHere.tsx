import type { RefCallback } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { ReadingProgress } from '#src/platform/device-reader.ts'
import { Running } from './Running.tsx'

interface ReadingHereProps {
  progress: ReadingProgress
  onCancel(): void
  /** For moving focus to the text, from the button that started the reading. */
  wordsRef?: RefCallback<HTMLElement> | undefined
}

const WORDS = { fetching: msg('Fetching the recogniser'), reading: msg('Reading on this device') }

/** Shows how far the reading of a picture on this device is, with a way to cancel. */
export const ReadingHere = ({ progress: { stage, share }, onCancel, wordsRef }: ReadingHereProps) => (
  <Running
    words={share === 0 ? t(WORDS[stage]) : `${t(WORDS[stage])}, ${Math.floor(share * 100)} %`}
    share={share === 0 ? 1 : share}
    label={t('Reading on this device')}
    onCancel={onCancel}
    wordsRef={wordsRef}
  />
)
