import { useEffect, useRef, useState } from 'react'
import type { Capabilities } from '#domain/protocol/voice.ts'
import { transcribe } from '#src/platform/voice-calls.ts'
import { asWave } from './as-wave.ts'
import { isAboutMicrophone, microphoneRefused, type OtherError } from './microphone-text.ts'
import { type BrowserRecogniser, type Recogniser, startRecogniser } from './recogniser.ts'
import { type Recording, startRecording } from './recorder.ts'
import type { Listener } from './who-listens.ts'
import { type Written, writtenDown } from './written-down.ts'

export type DictationPhase = 'idle' | 'starting' | 'recording' | 'transcribing'

/**
 * The outcome of a dictation. `too-short`: there was no audio to send; `undecodable`: this browser cannot turn its own
 * recording into what the server takes. Otherwise the browser's recogniser says why.
 */
export type Dictated = Written | { kind: 'nothing'; why: 'too-short' | 'undecodable' | OtherError; sentence: null }

interface DictationOptions {
  /** Seconds after which listening stops automatically. */
  limit: number
  /** Who writes down what is said; null: nobody. */
  listener: Listener | null
  /** What the server takes. */
  recordings: Capabilities['recordings']
  /** The browser's recogniser, if it may listen; beside a server it writes along. */
  recogniser: BrowserRecogniser | null
  onEnd(dictated: Dictated): void
}

export interface Dictation {
  phase: DictationPhase
  /** Whole seconds of listening. */
  seconds: number
  /** Whether any sound has been picked up yet. */
  hasSound: boolean
  /** The browser's transcript so far. */
  words: string
  /** Current volume, from 0 to 1; null while the browser has the microphone, which does not tell. */
  level: (() => number) | null
  start(): void
  /** Stops the recording and has it transcribed. */
  stop(): void
  /** Retries the oldest recording that could not be transcribed; null if there is none. */
  retry: (() => void) | null
  /** Stops whatever is running; nothing is saved or sent, and `onEnd` is not called. */
  cancel(): void
}

const TICK = 250
/** A silent room with a good microphone stays below this level. */
const SOUND = 0.15

interface Running {
  /** Null where only the browser's recogniser listens. */
  recording: Recording | null
  recogniser: Recogniser | null
  /** Null until it listens. */
  since: number | null
}

/**
 * Listens to speech and has it transcribed. Where only the browser's recogniser can, nothing is recorded. Leaving the
 * screen releases the microphone and aborts any running request.
 */
export function useDictation(options: DictationOptions): Dictation {
  const latest = useRef(options)
  latest.current = options
  const [phase, setPhase] = useState<DictationPhase>('idle')
  const [seconds, setSeconds] = useState(0)
  const [hasSound, setHasSound] = useState(false)
  const [words, setText] = useState('')
  /** The recordings that could not be transcribed, oldest first; held until the screen closes. */
  const [unwritten, setUnwritten] = useState<readonly Blob[]>([])
  const running = useRef<Running | null>(null)
  /** One per dictation; aborted when the dictation is given up. */
  const attempt = useRef<AbortController | null>(null)

  const cancel = () => {
    attempt.current?.abort()
    attempt.current = null
    running.current?.recording?.cancel()
    running.current?.recogniser?.cancel()
    running.current = null
    setPhase('idle')
  }
  const end = (dictated: Dictated) => {
    attempt.current = null
    setPhase('idle')
    latest.current.onEnd(dictated)
  }

  const start = async () => {
    if (attempt.current) return
    const own = new AbortController()
    attempt.current = own
    setPhase('starting')
    setSeconds(0)
    setHasSound(false)
    setText('')
    if (latest.current.listener === 'server') await record(own)
    else listen()
  }

  /** Records for the server, the browser's recogniser writing along. */
  const record = async (own: AbortController) => {
    try {
      const recording = await startRecording(() => void stop())
      if (own.signal.aborted) return recording.cancel()
      const { recogniser: here } = latest.current
      const ignored = { onBegin() {}, onSound() {}, onEnd() {} }
      const recogniser = here && startRecogniser(here, { ...ignored, onWords: setText })
      running.current = { recording, recogniser, since: performance.now() }
      setPhase('recording')
    } catch (error) {
      if (own.signal.aborted) return
      cancel()
      microphoneRefused(error)
    }
  }

  /** Has the browser's recogniser listen, which takes the microphone by itself and may stop by itself. */
  const listen = () => {
    const { recogniser: here } = latest.current
    if (!here) return cancel()
    const now: Running = { recording: null, recogniser: null, since: null }
    const isOn = () => running.current === now
    running.current = now
    now.recogniser = startRecogniser(here, {
      onBegin() {
        if (!isOn() || now.since !== null) return
        now.since = performance.now()
        setPhase('recording')
      },
      onSound: () => isOn() && setHasSound(true),
      onWords(heard) {
        if (!isOn()) return
        setHasSound(true)
        setText(heard)
      },
      onEnd: () => isOn() && void stop(),
    })
  }

  const stop = async () => {
    const [now, own] = [running.current, attempt.current]
    if (!now || !own) return
    running.current = null
    setPhase('transcribing')
    const [sound, heard] = await Promise.all([now.recording?.stop(), now.recogniser?.finish()])
    if (own.signal.aborted) return
    const words = heard?.words ?? ''
    if (sound) {
      if (sound.size === 0) return end({ kind: 'nothing', why: 'too-short', sentence: null })
      return write(sound, words, own)
    }
    if (words !== '') return end({ kind: 'written', text: words, by: 'browser' })
    const error = heard?.error ?? null
    if (!isAboutMicrophone(error)) return end({ kind: 'nothing', why: error ?? 'no-words', sentence: null })
    cancel()
    microphoneRefused(error)
  }

  const write = async (sound: Blob, browser: string, own: AbortController) => {
    const sent = latest.current.recordings === 'wav' ? await asWave(sound) : sound
    if (own.signal.aborted) return
    if (!sent) {
      return end(
        browser === ''
          ? { kind: 'nothing', why: 'undecodable', sentence: null }
          : { kind: 'written', text: browser, by: 'browser' },
      )
    }
    const askServer = () => transcribe(sent, own.signal)
    const written = await writtenDown({ browser, askServer })
    if (own.signal.aborted) return
    const isOpen = written.kind === 'nothing' && written.why !== 'no-words'
    setUnwritten((before) => (isOpen ? [...new Set([...before, sound])] : before.filter((one) => one !== sound)))
    end(written)
  }

  const retry = (sound: Blob) => {
    if (attempt.current) return
    const own = new AbortController()
    attempt.current = own
    setPhase('transcribing')
    void write(sound, '', own)
  }

  const onTick = useRef(() => {})
  onTick.current = () => {
    const now = running.current
    if (!now || now.since === null) return
    const elapsed = (performance.now() - now.since) / 1000
    setSeconds(Math.floor(elapsed))
    if (now.recording && now.recording.level() > SOUND) setHasSound(true)
    if (elapsed >= latest.current.limit) void stop()
  }
  useEffect(() => {
    if (phase !== 'recording') return
    const timer = setInterval(() => onTick.current(), TICK)
    return () => clearInterval(timer)
  }, [phase])

  const leave = useRef(cancel)
  leave.current = cancel
  useEffect(() => {
    const release = () => leave.current()
    addEventListener('pagehide', release)
    return () => {
      removeEventListener('pagehide', release)
      release()
    }
  }, [])

  const [oldest] = unwritten
  return {
    phase,
    seconds,
    hasSound,
    words,
    level: running.current?.recording ? () => running.current?.recording?.level() ?? 0 : null,
    start: () => void start(),
    stop: () => void stop(),
    retry: oldest ? () => retry(oldest) : null,
    cancel,
  }
}
