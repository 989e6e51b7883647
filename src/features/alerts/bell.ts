import type { Howl } from 'howler'
import { create } from 'zustand'
import { warnOnce } from '#src/platform/logger.ts'

const SOUND = '/sounds/reminder.wav'
const GESTURES = ['pointerup', 'keydown', 'touchend'] as const

/** Whether the browser lets this page play sound: only after the user has touched it once (autoplay policy). */
export const useBellUnlocked = create<boolean>(() => navigator.userActivation?.hasBeenActive === true)

let bell: Promise<Howl> | null = null

/** Loads the bell on demand, since most pages never need it. A failed load is tried again. */
function loadBell(): Promise<Howl> {
  bell ??= import('howler')
    .then(({ Howl }) => new Howl({ src: [SOUND], preload: true }))
    .catch((cause: unknown) => {
      bell = null
      throw cause
    })
  return bell
}

/** Waits for the first gesture, then prepares the sound. Returns a function that stops waiting. */
export function unlockBellOnGesture(): () => void {
  const listening = new AbortController()
  const unlock = () => {
    listening.abort()
    useBellUnlocked.setState(true, true)
    loadBell().catch((cause: unknown) => warnOnce('The alert sound could not be loaded', cause))
  }
  if (navigator.userActivation?.hasBeenActive) unlock()
  else {
    for (const gesture of GESTURES) {
      addEventListener(gesture, unlock, { capture: true, signal: listening.signal })
    }
  }
  return () => listening.abort()
}

/** Plays one stroke. Does nothing while the page may not play sound: trying would only fill the console. */
export function strikeBell(): void {
  if (!useBellUnlocked.getState()) return
  loadBell()
    .then((howl) => howl.play())
    .catch((cause: unknown) => warnOnce('The alert sound could not be played', cause))
}

export function silenceBell(): void {
  void bell?.then((howl) => howl.stop()).catch(() => {})
}
