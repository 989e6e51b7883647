import type { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { warn } from '#src/platform/logger.ts'
import { whenIdle } from '#src/ui/idle.ts'

const HOUR = 60 * 60_000

/**
 * The state of the installed app version.
 * - `current`: nothing newer is known
 * - `waiting`: a new version is installed and waits to be activated
 * - `replaced`: another tab activated it; this page still runs the old one
 */
export type AppVersion = 'current' | 'waiting' | 'replaced'

export const useAppVersion = create<AppVersion>(() => 'current')

let workbox: Workbox | null = null
/** Whether the user asked in this tab; if so, the page reloads as soon as the new version has taken over. */
let isReloadWanted = false

/** Registers the service worker of a production build, once the page is idle. The dev server has none. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  // A device's first worker takes over this page too, but there is no older version to replace then.
  const wasControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isReloadWanted) location.reload()
    else if (wasControlled) useAppVersion.setState('replaced', true)
  })
  whenIdle(() => {
    register().catch((cause: unknown) => warn('The service worker could not be registered', cause))
  })
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  workbox = new Workbox('/sw.js', { updateViaCache: 'none' })
  workbox.addEventListener('waiting', () => useAppVersion.setState('waiting', true))
  lookForUpdates(workbox)
  await workbox.register()
}

/** Activates the waiting version and reloads this page. The other tabs learn of it through `replaced`. */
export function applyUpdate(): void {
  isReloadWanted = true
  if (useAppVersion.getState() === 'waiting') workbox?.messageSkipWaiting()
  else location.reload()
}

/** Browsers check on each document load; an app that stays open for weeks has to ask on its own. */
function lookForUpdates(registered: Workbox): void {
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < HOUR) return
    last = Date.now()
    registered.update().catch(() => {
      // Offline: asks again at the next return to the page.
    })
  })
}
