import type { BrowserContext } from 'playwright-core'

/**
 * Collects everything the toasts of a device say from now on, oldest first, each once: title, description and button in
 * one string. A toast is visible for seconds, or until the user leaves the page; a check that comes a moment late on a
 * busy machine would find that it never appeared. Call it before the first page is opened.
 */
export async function hearToasts(context: BrowserContext): Promise<readonly string[]> {
  const heard: string[] = []
  await context.exposeBinding('noteToast', (_source, words: string) => {
    heard.push(words)
  })
  await context.addInitScript(noteToasts)
  return heard
}

/** Runs in pages. A newer toast may reuse an older one's element, so only element and text together identify it. */
function noteToasts(): void {
  const { noteToast } = globalThis as unknown as { noteToast: (words: string) => void }
  const noted = new WeakMap<Element, string>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('.toast')) {
      const words = toast.textContent ?? ''
      if (words === '' || noted.get(toast) === words) continue
      noted.set(toast, words)
      noteToast(words)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
