import type { Capabilities } from '#domain/protocol/voice.ts'
import type { BrowserRecogniser } from './recogniser.ts'
import { useCapabilities } from './use-capabilities.ts'
import { type RecogniserChoice, useRecogniser } from './use-recogniser.ts'
import { couldListen, type Listener, type Possible, whoListens } from './who-listens.ts'

export interface Listening {
  /** Null if nobody writes down what is said, undefined while that is unknown. */
  listener: Listener | null | undefined
  /** The browser could, if the user agreed or had it download its language pack. */
  isOffered: boolean
  possible: Possible
  choice: RecogniserChoice
  /** What useDictation has to know. */
  options: { listener: Listener | null; recordings: Capabilities['recordings']; recogniser: BrowserRecogniser | null }
}

/** Returns who writes down what is said, which is decided before anything is recorded (decision 067). */
export function useListener(): Listening {
  const { said, transcription } = useCapabilities()
  const choice = useRecogniser()
  const { here, isAgreed } = choice
  const possible: Possible = { server: transcription, browser: here?.kind ?? null, isAgreed }
  const listener = whoListens(possible)
  const mayRun = here !== null && (here.kind === 'on-device' || (here.kind !== 'none' && isAgreed))
  return {
    listener,
    isOffered: listener !== 'server' && couldListen(possible),
    possible,
    choice,
    options: {
      listener: listener ?? null,
      recordings: said?.recordings ?? 'any',
      recogniser: mayRun ? here : null,
    },
  }
}
