import { SKIP_WAITING } from '#src/platform/worker-messages.ts'

/** Fetches the newest version, activates it and loads it. If there is none, the page just reloads. */
export async function loadNewestVersion(): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker?.getRegistration()
  await registration?.update().catch(() => {
    // Offline: an already installed version may still be newer than this page.
  })
  const next = registration?.waiting ?? registration?.installing
  if (!next) return location.reload()
  serviceWorker.addEventListener('controllerchange', () => location.reload())
  if (next.state === 'installed') return next.postMessage(SKIP_WAITING)
  next.addEventListener('statechange', () => {
    if (next.state === 'installed') next.postMessage(SKIP_WAITING)
  })
}
