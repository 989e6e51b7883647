import type { BrowserContext } from 'playwright-core'

/**
 * Everything the toasts of a device say from now on, oldest first, each once: title, description and button in one string. A toast
 * stands for seconds, or until the page is left; who looks for it a moment late on a busy machine would say that it never came.
 * Call it before the first page is opened.
 */
export async function hearToasts(context: BrowserContext): Promise<readonly string[]> {
  const heard: string[] = []
  await context.exposeBinding('noteToast', (_source, words: string) => {
    heard.push(words)
  })
  await context.addInitScript(noteToasts)
  return heard
}

/** Runs in pages. A newer toast may take the older one's element, so element and words together tell them apart. */
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
