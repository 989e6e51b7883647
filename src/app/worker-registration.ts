import type { Workbox } from 'workbox-window'
import { create } from 'zustand'
import { warn } from '#src/platform/logger.ts'
import { whenIdle } from './idle.ts'

const HOUR = 60 * 60_000

/**
 * Where the installed version of the app stands.
 * - `current`: nothing newer is known
 * - `waiting`: a new version is installed and waits to be let in
 * - `replaced`: another tab let it in; this page still runs the old one
 */
export type AppVersion = 'current' | 'waiting' | 'replaced'

export const useAppVersion = create<AppVersion>(() => 'current')

let workbox: Workbox | null = null
/** Whether the person asked in this tab; then the page loads anew as soon as the new version is in charge. */
let isReloadWanted = false

/** Registers the service worker of a production build, once the page is idle. The dev server has none. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  // The first worker of a device takes charge of this page too; there is no older version to replace then.
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

/** Lets the waiting version in and loads this page anew. The other tabs hear of it through `replaced`. */
export function applyUpdate(): void {
  isReloadWanted = true
  if (useAppVersion.getState() === 'waiting') workbox?.messageSkipWaiting()
  else location.reload()
}

/** Browsers look at each document load; an app that stays open for weeks has to ask by itself. */
function lookForUpdates(registered: Workbox): void {
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < HOUR) return
    last = Date.now()
    registered.update().catch(() => {
      // No network: the next return to the page asks again.
    })
  })
}
