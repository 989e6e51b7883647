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
interface RecognitionClass {
  new (): Recognition
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>
}
interface RecognitionEvent extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }>>
}

/** `maker`: audio may be sent to the browser's maker, so the user is asked first. */
export type RecogniserKind = 'on-device' | 'maker' | 'none'

/** A recogniser running alongside a recording. It never throws: what it cannot make out is empty. */
export interface Recogniser {
  /** Stops it and returns the transcript. */
  finish(): Promise<string>
  cancel(): void
}

const SILENT: Recogniser = { finish: async () => '', cancel() {} }

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

/** Returns which recogniser this browser has, if any. */
export async function recogniserHere(): Promise<RecogniserKind> {
  const Class = classHere()
  if (!Class) return 'none'
  try {
    const local = await Class.available?.({ langs: [language()], processLocally: true })
    return local === 'available' ? 'on-device' : 'maker'
  } catch {
    return 'maker'
  }
}

/** @param onText is called with the transcript so far, as it grows and is corrected */
export function startRecogniser(kind: Exclude<RecogniserKind, 'none'>, onText: (words: string) => void): Recogniser {
  const Class = classHere()
  if (!Class) return SILENT
  const recognition = new Class()
  let words = ''
  const ended = new Promise<void>((resolve) => {
    recognition.addEventListener('end', () => resolve())
    recognition.addEventListener('error', () => resolve())
  })
  recognition.lang = language()
  recognition.continuous = true
  recognition.interimResults = true
  if (kind === 'on-device') recognition.processLocally = true
  recognition.addEventListener('result', (event) => {
    words = Array.from((event as RecognitionEvent).results, (result) => result[0]?.transcript ?? '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    onText(words)
  })
  try {
    recognition.start()
  } catch {
    return SILENT
  }
  return {
    async finish() {
      recognition.stop()
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LAST_WORDS))])
      return words
    },
    cancel: () => recognition.abort(),
  }
}
