import { create } from 'zustand'
import { readChoice, storeChoice } from './device-choice.ts'

/** In local storage while it is on; `/before-paint.js` reads it before the first paint. */
const KEY = 'simple-view'

interface SimpleView {
  /** Whether this device shows one dose at a time (decision 089). */
  isOn: boolean
  /** Whether the user looks at everything for now: until the next load, or until they come back. */
  isPaused: boolean
}

export const useSimpleView = create<SimpleView>(() => ({ isOn: readChoice(KEY), isPaused: false }))

/** Returns whether home is the simple view at the moment. */
export const useIsSimple = (): boolean => useSimpleView(({ isOn, isPaused }) => isOn && !isPaused)

/** Chooses it for this device. */
export function chooseSimpleView(isOn: boolean): void {
  storeChoice(KEY, isOn)
  useSimpleView.setState({ isOn, isPaused: false })
}

/** Shows everything, or the simple view again, and begins at the top of the page. */
export function pauseSimpleView(isPaused: boolean): void {
  useSimpleView.setState({ isPaused })
  scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}
