import { Mic, Square } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useCapabilities } from './use-capabilities.ts'
import { type Dictated, useDictation } from './use-dictation.ts'
import { useRecogniser } from './use-recogniser.ts'
import { WriteAlong } from './WriteAlong.tsx'

interface VoiceButtonProps {
  label: string
  /** Seconds after which listening stops automatically. */
  limit: number
  onText(text: string): void
  /** Shown instead when neither the server nor the browser can transcribe. */
  otherwise?: ReactNode
}

/**
 * A short dictation for one field: listens for a few seconds and returns the text (specification, sections 2 and 8).
 * Where only the browser can transcribe, the first press asks for permission, and listening starts as soon as the user
 * agrees.
 */
export function VoiceButton({ label, limit, onText, otherwise = null }: VoiceButtonProps) {
  const capabilities = useCapabilities()
  const recogniser = useRecogniser()
  const button = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLButtonElement>(null)
  /** Pressed, but not listening yet. */
  const [isWanted, setWanted] = useState(false)
  const sentence = useId()
  const onEnd = (dictated: Dictated) => {
    if (dictated.kind === 'written') onText(dictated.text)
    else toast({ title: 'Voice input failed', description: 'Could not transcribe audio', tone: 'destructive' })
  }
  const { phase, seconds, start, stop } = useDictation({
    limit,
    canServer: capabilities?.transcription ?? null,
    recogniser: recogniser.isAllowed ? recogniser.kind : null,
    onEnd,
  })
  const isServerDeaf = capabilities?.transcription === false
  const isKnown = capabilities !== undefined && recogniser.kind !== null
  const mustAsk = isServerDeaf && recogniser.kind === 'maker' && !recogniser.isAllowed
  const begin = useRef(() => {})
  begin.current = () => {
    setWanted(false)
    // The switch that was pressed is gone, so focus moves to the button it was about.
    button.current?.focus()
    start()
  }
  useEffect(() => {
    if (!isWanted || !isKnown) return
    if (mustAsk) question.current?.focus()
    else begin.current()
  }, [isWanted, isKnown, mustAsk])

  if (isServerDeaf && recogniser.kind === 'none') return otherwise
  const want = () => {
    setWanted(true)
    question.current?.focus()
  }
  const waits = isWanted && !isKnown ? 'starting' : phase
  const busy = {
    idle: undefined,
    recording: undefined,
    starting: 'Waiting for the microphone',
    transcribing: 'Transcribing...',
  }[waits]
  return (
    <>
      <Button
        ref={button}
        variant="soft"
        data-unsaved={phase === 'idle' ? undefined : ''}
        busy={busy}
        aria-expanded={mustAsk ? isWanted : undefined}
        onClick={phase === 'recording' ? stop : want}
      >
        {phase === 'recording' ? (
          <>
            <Square className="icon" />
            Listening, {Math.max(0, limit - seconds)} s left
          </>
        ) : (
          <>
            <Mic className="icon" />
            {label}
          </>
        )}
      </Button>
      {mustAsk && isWanted ? (
        <fieldset className="voice-ask" aria-labelledby={sentence}>
          <p className="small" id={sentence}>
            This server cannot turn speech into text.
          </p>
          <WriteAlong choice={recogniser} switchRef={question} />
        </fieldset>
      ) : null}
    </>
  )
}
