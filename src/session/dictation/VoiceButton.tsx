import { Info, Mic, Square } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { RECOGNISER_LABELS } from './microphone-text.ts'
import { type Dictated, useDictation } from './use-dictation.ts'
import { useListener } from './use-listener.ts'
import { WriteAlong } from './WriteAlong.tsx'
import { KEYBOARD, whyNotServer } from './who-listens.ts'

interface VoiceButtonProps {
  label: string
  /** Seconds after which listening stops automatically. */
  limit: number
  onText(text: string): void
  /** What to do where nobody can write down what is said, after a colon. */
  instead: string
}

/**
 * A short dictation for one field: listens for a few seconds and returns the text (specification, sections 2 and 8).
 * Where only the browser can transcribe, the first press asks for permission, and listening starts as soon as the user
 * agrees. Where nobody can, there is no button.
 */
export function VoiceButton({ label, limit, onText, instead }: VoiceButtonProps) {
  const listening = useListener()
  const { listener, isOffered, possible, options } = listening
  const button = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLButtonElement>(null)
  /** Pressed, but not listening yet. */
  const [isWanted, setWanted] = useState(false)
  const sentence = useId()
  const onEnd = (dictated: Dictated) => {
    if (dictated.kind === 'written') return onText(dictated.text)
    if (dictated.why === 'no-language') listening.choice.lookAgain()
    toast({ title: t('Voice input failed'), description: failureText(dictated), tone: 'destructive' })
  }
  const { phase, seconds, start, stop } = useDictation({ limit, ...options, onEnd })
  const mustAsk = listener === null && isOffered
  const begin = useRef(() => {})
  begin.current = () => {
    setWanted(false)
    // What was pressed is gone, so focus moves to the button it was about.
    button.current?.focus()
    start()
  }
  useEffect(() => {
    if (!isWanted || listener === undefined) return
    if (listener !== null) begin.current()
    else if (mustAsk) question.current?.focus()
    else setWanted(false)
  }, [isWanted, listener, mustAsk])

  if (phase === 'idle' && listener === null && !isOffered) {
    return (
      <Notice tone="plain" icon={<Info className="icon" />}>
        {whyNotServer(possible.server)}: {instead}. {t(KEYBOARD)}
      </Notice>
    )
  }
  const want = () => {
    setWanted(true)
    question.current?.focus()
  }
  const waits = isWanted && listener === undefined ? 'starting' : phase
  const busy = {
    idle: undefined,
    recording: undefined,
    starting: t('Waiting for the microphone'),
    transcribing: t('Transcribing...'),
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
            {t('Listening, {seconds} s left', { seconds: Math.max(0, limit - seconds) })}
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
            {whyNotServer(possible.server)}.
          </p>
          <WriteAlong listening={listening} firstRef={question} />
        </fieldset>
      ) : null}
    </>
  )
}

/** Returns the browser's reason if it listened, else the specification's sentence. */
const failureText = ({ why }: Extract<Dictated, { kind: 'nothing' }>): string =>
  why in RECOGNISER_LABELS
    ? t(RECOGNISER_LABELS[why as keyof typeof RECOGNISER_LABELS])
    : t('Could not transcribe audio')
