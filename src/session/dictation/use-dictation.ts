import { useEffect, useRef, useState } from 'react'
import { transcribe } from '#src/platform/voice-calls.ts'
import { toast } from '#src/ui/toast-store.ts'
import { type Recogniser, type RecogniserKind, startRecogniser } from './recogniser.ts'
import { type Recording, startRecording } from './recorder.ts'
import { type Written, writtenDown } from './written-down.ts'

export type DictationPhase = 'idle' | 'starting' | 'recording' | 'transcribing'

/** The outcome of a dictation; `too-short`: there was no audio to send. */
export type Dictated = Written | { kind: 'nothing'; why: 'too-short'; sentence: null }

interface DictationOptions {
  /** Seconds after which the recording stops automatically. */
  limit: number
  /** What the server said it can do; null if unknown. */
  canServer: boolean | null
  /** The recogniser that may run alongside. */
  recogniser: RecogniserKind | null
  onEnd(dictated: Dictated): void
}

export interface Dictation {
  phase: DictationPhase
  /** Whole seconds recorded. */
  seconds: number
  /** Whether any sound has been picked up yet. */
  hasSound: boolean
  /** The browser's transcript so far. */
  words: string
  /** Current volume, from 0 to 1. */
  level(): number
  start(): void
  /** Stops the recording and has it transcribed. */
  stop(): void
  /** Retries the last recording that could not be transcribed; null if there is none. */
  retry: (() => void) | null
  /** Stops whatever is running; nothing is saved or sent, and `onEnd` is not called. */
  cancel(): void
}

const TICK = 250
/** A silent room with a good microphone stays below this level. */
const SOUND = 0.15

interface Running {
  recording: Recording
  recogniser: Recogniser | null
  since: number
}

const NO_MICROPHONE = 'This device has no microphone that can be used, or another app has it.'
const REFUSED = 'Allow the microphone in your browser, or type instead.'

/** Says why recording is not possible (specification, section 8). */
function microphoneRefused(error: unknown): void {
  const isRefusal = error instanceof DOMException && error.name === 'NotAllowedError'
  const description = isRefusal ? REFUSED : NO_MICROPHONE
  toast({ title: 'Microphone access denied', description, tone: 'destructive' })
}

/** Records speech and has it transcribed. Leaving the screen releases the microphone and aborts any running request. */
export function useDictation(options: DictationOptions): Dictation {
  const latest = useRef(options)
  latest.current = options
  const [phase, setPhase] = useState<DictationPhase>('idle')
  const [seconds, setSeconds] = useState(0)
  const [hasSound, setHasSound] = useState(false)
  const [words, setText] = useState('')
  /** The recording that could not be transcribed; held until the screen closes. */
  const [unwritten, setUnwritten] = useState<Blob | null>(null)
  const running = useRef<Running | null>(null)
  /** One per dictation; aborted when the dictation is given up. */
  const attempt = useRef<AbortController | null>(null)

  const cancel = () => {
    attempt.current?.abort()
    attempt.current = null
    running.current?.recording.cancel()
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
    setUnwritten(null)
    try {
      const recording = await startRecording(() => void stop())
      if (own.signal.aborted) return recording.cancel()
      const { recogniser: kind } = latest.current
      const recogniser = kind && kind !== 'none' ? startRecogniser(kind, setText) : null
      running.current = { recording, recogniser, since: performance.now() }
      setPhase('recording')
    } catch (error) {
      if (own.signal.aborted) return
      cancel()
      microphoneRefused(error)
    }
  }

  const stop = async () => {
    const [now, own] = [running.current, attempt.current]
    if (!now || !own) return
    running.current = null
    setPhase('transcribing')
    const [sound, browser] = await Promise.all([now.recording.stop(), now.recogniser?.finish() ?? ''])
    if (own.signal.aborted) return
    if (sound.size === 0) return end({ kind: 'nothing', why: 'too-short', sentence: null })
    await write(sound, browser, own)
  }

  const write = async (sound: Blob, browser: string, own: AbortController) => {
    const { canServer } = latest.current
    const askServer = () => transcribe(sound, own.signal)
    const written = await writtenDown({ canServer, browser, askServer })
    if (own.signal.aborted) return
    setUnwritten(written.kind === 'nothing' && written.why !== 'no-words' ? sound : null)
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
    if (!now) return
    const elapsed = (performance.now() - now.since) / 1000
    setSeconds(Math.floor(elapsed))
    if (now.recording.level() > SOUND) setHasSound(true)
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

  return {
    phase,
    seconds,
    hasSound,
    words,
    level: () => running.current?.recording.level() ?? 0,
    start: () => void start(),
    stop: () => void stop(),
    retry: unwritten && (() => retry(unwritten)),
    cancel,
  }
}
