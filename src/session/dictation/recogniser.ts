/** The part of the Web Speech API that is used; TypeScript's DOM types have no constructor for it. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  /** Keeps the audio on this device, or fails. */
  processLocally?: boolean
  start(): void
  stop(): void
  abort(): void
}
interface Languages {
  langs: string[]
  processLocally: boolean
}
interface RecognitionClass {
  new (): Recognition
  available?(options: Languages): Promise<string>
  install?(options: Languages): Promise<boolean>
}
interface RecognitionEvent extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }>>
}
interface RecognitionErrorEvent extends Event {
  error: string
}

/**
 * `on-device`: it works on this device. `download`: it would, with a language pack that is not there yet; until then it
 * is as `maker`: audio may be sent to the browser's maker, so the user is asked first.
 */
export type RecogniserKind = 'on-device' | 'download' | 'maker' | 'none'

export interface BrowserRecogniser {
  kind: RecogniserKind
  /** The language it listens for. */
  lang: string
}

/** Why it heard nothing, in its own terms; `silent`: it never began. */
export type RecogniserError =
  | 'no-microphone'
  | 'not-allowed'
  | 'not-offered'
  | 'no-language'
  | 'no-network'
  | 'interrupted'
  | 'silent'
  | 'failed'

const ERRORS: Record<string, RecogniserError | null> = {
  'audio-capture': 'no-microphone',
  'not-allowed': 'not-allowed',
  'service-not-allowed': 'not-offered',
  'language-not-supported': 'no-language',
  network: 'no-network',
  aborted: 'interrupted',
  'no-speech': null,
}

/** A recogniser at work. It never throws. */
export interface Recogniser {
  /** Stops it and returns the transcript, empty if no words were heard, and why that may be. */
  finish(): Promise<{ words: string; error: RecogniserError | null }>
  cancel(): void
}

export interface RecogniserEvents {
  /** It listens now. */
  onBegin(): void
  /** It hears some sound. */
  onSound(): void
  /** Called with the transcript so far, as it grows and is corrected. */
  onWords(words: string): void
  /** It stopped by itself: after an error, or because it heard nothing for a while. */
  onEnd(): void
}

/** Milliseconds in which it has to begin, with time for the user to answer the browser's question. */
const BEGINS_WITHIN = 20_000
/** Milliseconds allowed for transcribing the last words. */
const LAST_WORDS = 2000

const classHere = (): RecognitionClass | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionClass
    webkitSpeechRecognition?: RecognitionClass
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

const language = (): string => (navigator.language.startsWith('en') ? navigator.language : 'en-AU')

/** Returns which recogniser this browser has, if any. American English is the pack that most browsers have. */
export async function recogniserHere(): Promise<BrowserRecogniser> {
  const Class = classHere()
  const own = language()
  if (!Class) return { kind: 'none', lang: own }
  let download: string | null = null
  for (const lang of new Set([own, 'en-US'])) {
    const local = await availabilityOf(Class, lang)
    if (local === 'available') return { kind: 'on-device', lang }
    if (local === 'downloadable' || local === 'downloading') download ??= lang
  }
  return download !== null && Class.install ? { kind: 'download', lang: download } : { kind: 'maker', lang: own }
}

async function availabilityOf(Class: RecognitionClass, lang: string): Promise<string | undefined> {
  try {
    return await Class.available?.({ langs: [lang], processLocally: true })
  } catch {
    return undefined
  }
}

/** Downloads the language pack, once for all pages. Returns whether it is there now. */
export async function downloadLanguage(lang: string): Promise<boolean> {
  try {
    return (await classHere()?.install?.({ langs: [lang], processLocally: true })) ?? false
  } catch {
    return false
  }
}

/** Starts the browser's recogniser, which takes the microphone by itself. */
export function startRecogniser({ kind, lang }: BrowserRecogniser, events: RecogniserEvents): Recogniser {
  const Class = classHere()
  const recognition = Class && new Class()
  let words = ''
  let error: RecogniserError | null = null
  let isOver = false
  let over = () => {}
  const ended = new Promise<void>((resolve) => {
    over = resolve
  })
  const end = (why: RecogniserError | null) => {
    if (isOver) return
    isOver = true
    clearTimeout(patience)
    error = why
    over()
    events.onEnd()
  }
  const patience = setTimeout(() => {
    end('silent')
    recognition?.abort()
  }, BEGINS_WITHIN)
  const begun = () => {
    if (isOver) return
    clearTimeout(patience)
    events.onBegin()
  }
  if (!recognition) {
    queueMicrotask(() => end('failed'))
    return { finish: async () => ({ words, error }), cancel: () => {} }
  }
  recognition.lang = lang
  recognition.continuous = true
  recognition.interimResults = true
  if (kind === 'on-device') recognition.processLocally = true
  for (const name of ['start', 'audiostart']) recognition.addEventListener(name, begun)
  for (const name of ['soundstart', 'speechstart']) recognition.addEventListener(name, () => events.onSound())
  recognition.addEventListener('result', (event) => {
    begun()
    words = Array.from((event as RecognitionEvent).results, (result) => result[0]?.transcript ?? '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    events.onWords(words)
  })
  recognition.addEventListener('error', (event) => {
    const why = ERRORS[(event as RecognitionErrorEvent).error]
    end(why === undefined ? 'failed' : why)
  })
  recognition.addEventListener('end', () => end(null))
  try {
    recognition.start()
  } catch {
    queueMicrotask(() => end('failed'))
  }
  return {
    async finish() {
      if (!isOver) recognition.stop()
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LAST_WORDS))])
      return { words, error }
    },
    cancel() {
      isOver = true
      clearTimeout(patience)
      recognition.abort()
    },
  }
}
