import { Mic, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useCapabilities } from './use-capabilities.ts'
import { type Dictated, useDictation } from './use-dictation.ts'
import { useRecogniser } from './use-recogniser.ts'

interface VoiceButtonProps {
  label: string
  /** Seconds after which it stops listening by itself. */
  limit: number
  onText(text: string): void
  /** Stands there instead when nobody here can write down what is said. */
  otherwise?: ReactNode
}

/** A short dictation for one field: listens for a few seconds and gives the words (specification, sections 2 and 8). */
export function VoiceButton({ label, limit, onText, otherwise = null }: VoiceButtonProps) {
  const capabilities = useCapabilities()
  const recogniser = useRecogniser()
  const onEnd = (dictated: Dictated) => {
    if (dictated.kind === 'written') onText(dictated.text)
    else
      toast({ title: 'Voice input failed', description: 'Could not transcribe audio', tone: 'destructive' })
  }
  const { phase, seconds, start, stop } = useDictation({
    limit,
    canServer: capabilities?.transcription ?? null,
    recogniser: recogniser.isAllowed ? recogniser.kind : null,
    onEnd,
  })
  if (capabilities?.transcription === false && recogniser.kind !== null && !recogniser.isAllowed)
    return otherwise
  if (phase === 'recording') {
    return (
      <Button variant="soft" data-unsaved="" onClick={stop}>
        <Square className="icon" />
        Listening, {Math.max(0, limit - seconds)} s left
      </Button>
    )
  }
  const busy = { idle: undefined, starting: 'Waiting for the microphone', transcribing: 'Transcribing...' }[
    phase
  ]
  return (
    <Button variant="soft" data-unsaved={phase === 'idle' ? undefined : ''} busy={busy} onClick={start}>
      <Mic className="icon" />
      {label}
    </Button>
  )
}
