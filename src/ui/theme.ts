import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** Sent by `/before-paint.js` when the system's preference or another tab's choice changed the theme. */
const CHANGED = 'themechange'

const read = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

const subscribe = (listener: () => void) => {
  document.addEventListener(CHANGED, listener)
  return () => document.removeEventListener(CHANGED, listener)
}

/**
 * Returns the theme that is shown. `/before-paint.js` sets it before the first paint, from the stored choice or else from the
 * system. Light if there is no page.
 */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, read, () => 'light')

/**
 * Switches the theme and stores the choice under `theme` (specification, §9). Private windows may refuse to store it;
 * then it lasts for the visit.
 */
export function toggleTheme(): void {
  const next: Theme = read() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', next)
  } catch {
    // Storage is refused; the page still changes.
  }
  document.dispatchEvent(new CustomEvent('themechoice', { detail: next }))
}
