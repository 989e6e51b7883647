import { create } from 'zustand'

/** Chromium's, in no TypeScript library. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The event through which the browser can ask whether to install the app; null if it has not offered to. */
export const useInstallPrompt = create<{ event: BeforeInstallPromptEvent | null }>(() => ({ event: null }))

// The browser fires it once, soon after load, whether or not a component is mounted yet.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  useInstallPrompt.setState({ event: event as BeforeInstallPromptEvent })
})
addEventListener('appinstalled', () => useInstallPrompt.setState({ event: null }))
