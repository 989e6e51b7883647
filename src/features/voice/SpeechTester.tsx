import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import {
  DEFAULT_VOICE,
  NOTHING_TO_SPEAK,
  SPEED,
  SPOKEN_TEXT,
  VOICE_LABELS,
  VOICES,
  type Voice,
} from '#domain/protocol/voice.ts'
import { speakText } from '#src/platform/voice-calls.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Slider } from '#src/ui/Slider.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { speedText } from './voice-text.ts'

const NO_CONNECTION = msg('There is no connection to the server. Please try again when you are online.')
const isVoice = (value: string): value is Voice => (VOICES as readonly string[]).includes(value)

/** The URL of the last audio; it and any running request are dropped when the screen is left. */
function useSpeech() {
  const [url, setUrl] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const gone = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    gone.current = own
    return () => own.abort()
  }, [])
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  const generate = async (text: string, voice: Voice, speed: number) => {
    const { signal } = gone.current
    setBusy(true)
    const answer = await speakText({ text, voice, speed }, signal)
    if (signal.aborted) return
    setBusy(false)
    if (answer.kind === 'ok') return setUrl(URL.createObjectURL(answer.value))
    const description = answer.kind === 'error' ? answer.message : t(NO_CONNECTION)
    toast({ title: t('TTS generation failed'), description, tone: 'destructive' })
  }
  return { url, isBusy, generate }
}

/** How a reminder sounds: its text, a voice, a speed (specification, sections 2 and 5). */
export function SpeechTester() {
  const [text, setText] = useState('')
  const [voice, setVoice] = useState<Voice>(DEFAULT_VOICE)
  const [speed, setSpeed] = useState<number>(SPEED.usual)
  const { url, isBusy, generate } = useSpeech()
  const press = () => {
    const words = text.trim()
    if (words === '') toast({ title: t(NOTHING_TO_SPEAK), tone: 'destructive' })
    else void generate(words, voice, speed)
  }
  return (
    <Section title={t('Text to speech')}>
      <Card className="stack voice" data-unsaved={text.trim() === '' ? undefined : ''}>
        <TextArea
          label={t('Reminder text')}
          rows={3}
          maxLength={SPOKEN_TEXT}
          placeholder={t('Time to take your evening tablets.')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="fields-2">
          <Select
            label={t('Voice')}
            value={voice}
            onChange={({ target }) => isVoice(target.value) && setVoice(target.value)}
          >
            {VOICES.map((one) => (
              <option key={one} value={one}>
                {t(VOICE_LABELS[one])}
              </option>
            ))}
          </Select>
          <Slider
            label={t('Speed')}
            min={SPEED.min}
            max={SPEED.max}
            step={SPEED.step}
            value={speed}
            words={speedText(speed)}
            onChange={setSpeed}
          />
        </div>
        <div className="row">
          <Button variant="soft" busy={isBusy ? t('Generating...') : undefined} onClick={press}>
            <Play className="icon" />
            {t('Generate & Play')}
          </Button>
        </div>
        {url === undefined ? null : <Player key={url} url={url} />}
      </Card>
    </Section>
  )
}

/** Plays immediately; if the browser requires another press first, its own controls are there. */
function Player({ url }: { url: string }) {
  const player = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    player.current?.play().catch(() => {})
  }, [])
  // biome-ignore lint/a11y/useMediaCaption: it says what stands in the field above
  return <audio ref={player} src={url} controls aria-label={t('The spoken reminder')} />
}
