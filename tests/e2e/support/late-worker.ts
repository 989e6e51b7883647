import type { BrowserContext } from 'playwright-core'

/**
 * Pages of this context get no worker until somebody calls what this answers. The app registers it when a page is idle, so no test may
 * count on one before `workerReady`; but to be installed it fetches and stores the whole app, which costs as much as a test does.
 */
export async function holdWorkerBack(context: BrowserContext): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.exposeFunction('untilWorkerIsWanted', () => promise)
  await context.addInitScript(registerLate)
  return async () => {
    // Pages opened from now on must not ask: playwright's answer would count as a gesture of the user.
    await context.addInitScript(() => Object.assign(globalThis, { isWorkerWanted: true }))
    resolve()
  }
}

/** Runs in pages. */
function registerLate(): void {
  // An empty tab has no workers.
  if (!isSecureContext) return
  const { prototype } = ServiceWorkerContainer
  const { register } = prototype
  const tab = globalThis as unknown as { untilWorkerIsWanted(): Promise<void>; isWorkerWanted?: boolean }
  prototype.register = async function (...words) {
    if (!tab.isWorkerWanted) await tab.untilWorkerIsWanted()
    return register.apply(this, words)
  }
}
