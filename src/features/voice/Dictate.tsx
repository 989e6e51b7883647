import { Mic, MicOff, RotateCcw, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { RECORDING_SECONDS } from '#domain/protocol/voice.ts'
import { type Dictated, type Dictation, useDictation } from '#src/session/dictation/use-dictation.ts'
import { type Listening, useListener } from '#src/session/dictation/use-listener.ts'
import { WriteAlong } from '#src/session/dictation/WriteAlong.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { LevelMeter } from '#src/ui/LevelMeter.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Section } from '#src/ui/Section.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { voiceDrafts } from './voice-drafts.ts'
import {
  ADD_LABELS,
  clockText,
  failureText,
  inVainText,
  joinedText,
  limitText,
  listenerText,
  SUBJECT_LABELS,
  SUBJECTS,
  subjectOf,
  tooLongText,
} from './voice-text.ts'

const PAGE_OF = { medication: PAGES.medications, appointment: PAGES.appointments } as const
/** Characters that fit into an address everywhere. */
const LONGEST = 2000

/** What was said or typed; it survives a reload. */
function useTranscript() {
  const { user } = useSession()
  const [text, setText] = useState(() => voiceDrafts.read(sessionStorage, user.id, 'voice')?.values.text ?? '')
  const keep = (next: string) => {
    setText(next)
    voiceDrafts.keep(sessionStorage, user.id, 'voice', { base: { text: '' }, values: { text: next } })
  }
  return { text, keep, forget: () => voiceDrafts.drop(sessionStorage, user.id, 'voice') }
}

/** The microphone, the transcript, and where it goes. */
export function Dictate() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [subject, setSubject] = useState(() => subjectOf(params.get('type')))
  const { text, keep, forget } = useTranscript()
  const field = useRef<HTMLTextAreaElement>(null)
  const listening = useListener()
  const onEnd = (dictated: Dictated) => {
    if (dictated.kind === 'nothing') {
      if (dictated.why === 'no-language') listening.choice.lookAgain()
      toast({ title: t('Transcription failed'), description: failureText(dictated), tone: 'destructive' })
      field.current?.focus()
      return
    }
    keep(joinedText(text, dictated.text))
    toast({
      title: t('Transcription complete'),
      ...(dictated.by === 'browser' ? { description: t('Transcribed by this browser. Please check it.') } : {}),
    })
  }
  const dictation = useDictation({ limit: RECORDING_SECONDS, ...listening.options, onEnd })
  const words = text.trim()
  const excess = words.length - LONGEST
  const add = () => {
    if (excess > 0) return field.current?.focus()
    forget()
    navigate(`${PAGE_OF[subject]}?${new URLSearchParams({ voice: words })}`)
  }
  return (
    <Section title={t('Voice to text')}>
      <Card className="stack voice">
        <Microphone dictation={dictation} listening={listening} hasWords={words !== ''} />
        <WriteAlong listening={listening} isBusy={dictation.phase !== 'idle'} />
        <TextArea
          ref={field}
          label={t('Transcription')}
          help={t('Check the words and correct them, or type them.')}
          error={excess > 0 ? tooLongText(excess) : undefined}
          rows={4}
          value={text}
          onChange={(event) => keep(event.target.value)}
        />
        <Choices
          legend={t('What are you adding?')}
          options={SUBJECTS.map((value) => ({ value, label: t(SUBJECT_LABELS[value]) }))}
          value={subject}
          onChange={setSubject}
        />
        <div className="row">
          <Button
            variant={dictation.phase === 'idle' ? 'primary' : 'plain'}
            size="lg"
            disabled={words === ''}
            onClick={add}
          >
            {t(ADD_LABELS[subject])}
          </Button>
        </div>
      </Card>
    </Section>
  )
}

interface MicrophoneProps {
  dictation: Dictation
  listening: Listening
  /** There is text already: adding it comes before recording. */
  hasWords: boolean
}

/** Nothing is offered that would be in vain: without anybody who writes it down, there is no button that records. */
function Microphone({ dictation, listening, hasWords }: MicrophoneProps) {
  const { phase, seconds, retry } = dictation
  const { listener, possible, options } = listening
  const isRecording = phase === 'recording'
  const inVain = phase === 'idle' && listener === null ? inVainText(listening) : null
  // What a server cannot do will not work the second time either.
  const again = phase === 'idle' && possible.server !== false ? retry : null
  return (
    <>
      {inVain ? (
        <Notice icon={<MicOff className="icon" />} title={inVain[0]} role="status">
          {inVain[1]}
        </Notice>
      ) : null}
      {inVain && !again ? null : (
        <div className="voice__mic" data-unsaved={phase === 'idle' && !again ? undefined : ''}>
          {inVain ? null : <MainButton dictation={dictation} listener={listener} isFirst={!hasWords} />}
          {again ? (
            <Button variant="plain" onClick={again}>
              <RotateCcw className="icon" />
              {t('Try the same recording again')}
            </Button>
          ) : null}
          {phase === 'idle' ? null : (
            <Button variant="plain" onClick={dictation.cancel}>
              {t('Cancel')}
            </Button>
          )}
          {isRecording ? (
            <span className="voice__time" role="timer">
              {t('{time} of {limit}', { time: clockText(seconds), limit: clockText(RECORDING_SECONDS) })}
            </span>
          ) : null}
        </div>
      )}
      {isRecording ? <Heard dictation={dictation} /> : null}
      {listener ? (
        <p className="small quiet">
          {listenerText(listener, possible.server, options.recordings)} {limitText()}
        </p>
      ) : null}
    </>
  )
}

interface MainButtonProps {
  dictation: Dictation
  listener: Listening['listener']
  isFirst: boolean
}

/** One button in one place, so that it keeps the focus. It is filled when pressing it is the main action. */
function MainButton({ dictation, listener, isFirst }: MainButtonProps) {
  const { phase, start, stop } = dictation
  /** Pressed before it is known who listens. */
  const [isWanted, setWanted] = useState(false)
  const begin = useRef(start)
  begin.current = start
  useEffect(() => {
    if (!isWanted || listener === undefined) return
    setWanted(false)
    if (listener !== null) begin.current()
  }, [isWanted, listener])
  if (phase === 'recording') {
    return (
      <Button key="main" variant="primary" size="lg" onClick={stop}>
        <Square className="icon" />
        {t('Stop recording')}
      </Button>
    )
  }
  const waits = isWanted ? 'starting' : phase
  const busy = { idle: undefined, starting: t('Waiting for the microphone'), transcribing: t('Transcribing...') }[waits]
  const variant = isFirst || phase !== 'idle' ? 'primary' : 'plain'
  return (
    <Button key="main" variant={variant} size="lg" busy={busy} onClick={() => setWanted(true)}>
      <Mic className="icon" />
      {t('Start recording')}
    </Button>
  )
}

/** Seconds of silence after which something may be wrong. */
const SILENCE = 4

function Heard({ dictation: { level, hasSound, seconds, words } }: { dictation: Dictation }) {
  return (
    <>
      {level ? <LevelMeter level={level} /> : null}
      <p className="small" role="status">
        {hasSound
          ? words || t('Listening')
          : seconds < SILENCE
            ? t('Listening')
            : t('Nothing can be heard yet. Is the microphone on?')}
      </p>
    </>
  )
}
