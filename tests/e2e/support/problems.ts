import type { BrowserContext, Page } from 'playwright-core'

/** What went wrong in any watched page since the last test, one readable line each. */
const problems: string[] = []

/**
 * Fails the running test for anything the pages and workers of a context complain about: console errors, uncaught
 * errors and violations of the content security policy (Chromium reports those as console errors).
 * @param isExpected whether the test provokes this one. Lines read `console.error: <text> (<address>)`,
 * `page error: <stack>` or `worker error: <text> (<address>)`.
 */
export function watchForProblems(context: BrowserContext, isExpected: (line: string) => boolean): void {
  const note = (line: string) => {
    if (!isExpected(line)) problems.push(line)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console.error: ${message.text()} (${message.location().url})`)
  })
  const watch = (page: Page) => {
    page.on('pageerror', (error) => note(`page error: ${error.stack || `${error.name} ${error.message}`}`))
    // A tab closed in the meantime has no worker to watch.
    watchWorker(context, page, note).catch(() => {})
  }
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
}

/** A worker's uncaught errors reach no page: the browser reports them to a debugger only. */
async function watchWorker(context: BrowserContext, page: Page, note: (line: string) => void): Promise<void> {
  const session = await context.newCDPSession(page)
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage }) =>
    note(`worker error: ${errorMessage.errorMessage} (${errorMessage.sourceURL})`),
  )
  await session.send('ServiceWorker.enable')
}

/** Returns the problems noted since the last call. */
export const takeProblems = (): string[] => problems.splice(0)
