import { Volume2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { readChoice, storeChoice } from '#src/session/device-choice.ts'
import { canSpeak, speak, stopSpeaking } from '#src/session/speech.ts'
import { Button } from '#src/ui/Button.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'

/** In local storage while each card is read. */
const KEY = 'read-cards'

interface ReadAloudProps {
  /** What stands on the card. */
  sentences: readonly string[]
  /** Another one for each card that is to be read by itself. */
  card: string
}

/** Reads the card with the voice of the device. Nothing is offered where it has none. */
export function ReadAloud({ sentences, card }: ReadAloudProps) {
  const [readsEach, setReadsEach] = useState(() => readChoice(KEY))
  const read = useEffectEvent(() => {
    stopSpeaking()
    speak(sentences)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each card is read when it comes, and not again as time passes
  useEffect(() => {
    if (!readsEach) return
    read()
    return stopSpeaking
  }, [card, readsEach])
  if (!canSpeak()) return null
  const choose = (next: boolean) => {
    setReadsEach(next)
    storeChoice(KEY, next)
  }
  return (
    <>
      <Button
        variant="plain"
        size="lg"
        block
        onClick={() => {
          stopSpeaking()
          speak(sentences)
        }}
      >
        <Volume2 className="icon" aria-hidden="true" />
        {t('Read aloud')}
      </Button>
      <SettingRow label={t('Read each card to me')} checked={readsEach} onChange={choose} />
    </>
  )
}
