import { create } from 'zustand'

/** Chromium's, in no TypeScript library. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** With what the browser can ask by itself whether to install the app; null: it did not offer to. */
export const useInstallPrompt = create<{ event: BeforeInstallPromptEvent | null }>(() => ({ event: null }))

// The browser says it once, soon after the load, whether or not a component is there yet.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  useInstallPrompt.setState({ event: event as BeforeInstallPromptEvent })
})
addEventListener('appinstalled', () => useInstallPrompt.setState({ event: null }))
