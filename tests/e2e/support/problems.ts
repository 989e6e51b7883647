import type { BrowserContext, Page } from 'playwright-core'

/** What went wrong in any watched page since the last test; each is a line for a user. */
const problems: string[] = []

/**
 * Whatever the pages and workers of a context complain about fails the running test: console errors, uncaught errors,
 * violations of the content security policy (Chromium reports them as console errors).
 * @param isExpected whether a test provokes this one. Lines read `console.error: <text> (<address>)`, `page error: <stack>`
 * or `worker error: <text> (<address>)`.
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
    // A tab that is closed meanwhile has no worker to watch.
    watchWorker(context, page, note).catch(() => {})
  }
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
}

/** Uncaught errors of a worker reach no page: the browser tells them to a debugger only. */
async function watchWorker(context: BrowserContext, page: Page, note: (line: string) => void): Promise<void> {
  const session = await context.newCDPSession(page)
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage }) =>
    note(`worker error: ${errorMessage.errorMessage} (${errorMessage.sourceURL})`),
  )
  await session.send('ServiceWorker.enable')
}

/** What was noted since the last call. */
export const takeProblems = (): string[] => problems.splice(0)
