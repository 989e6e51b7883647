import type { BrowserContext } from 'playwright-core'

/**
 * Gives pages of this context no worker until the returned function is called. The app registers its worker when a page
 * is idle, so no test may rely on one before `workerReady`; but installing it fetches and stores the whole app, which
 * costs as much as a test.
 */
export async function holdWorkerBack(context: BrowserContext): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.exposeFunction('untilWorkerIsWanted', () => promise)
  await context.addInitScript(registerLate)
  return async () => {
    // Pages opened from now on must not ask: playwright's answer would count as a user gesture.
    await context.addInitScript(() => Object.assign(globalThis, { isWorkerWanted: true }))
    resolve()
  }
}

/** Runs in pages. */
function registerLate(): void {
  // An empty tab has no service workers.
  if (!isSecureContext) return
  const { prototype } = ServiceWorkerContainer
  const { register } = prototype
  const tab = globalThis as unknown as { untilWorkerIsWanted(): Promise<void>; isWorkerWanted?: boolean }
  prototype.register = async function (...words) {
    if (!tab.isWorkerWanted) await tab.untilWorkerIsWanted()
    return register.apply(this, words)
  }
}
