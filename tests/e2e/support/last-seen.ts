import type { Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import type { User } from './user.ts'

/** How long to wait for a tab that hangs (ms). */
const ANSWERS_WITHIN = 2000

const LONGEST_PAGE = 400

interface Seen {
  dialog: string | undefined
  toasts: string[]
  text: string
}

/**
 * Adds to the error of a failed test what its users had in front of them: for each open page the path, the topmost
 * dialog, the toasts and the beginning of the text. Call it while the pages are open. Leaves passing tests alone.
 */
export async function addLastSeen({ task }: Pick<TestContext, 'task'>, people: readonly User[]): Promise<void> {
  const error = task.result?.state === 'fail' ? task.result.errors?.at(-1) : undefined
  if (!error) return
  const pages = people.flatMap(({ context }, index) =>
    context.pages().map(async (page) => `person ${index + 1} at ${pathOf(page)}\n${await described(page)}`),
  )
  if (pages.length === 0) return
  const seen = `\n\nLast seen:\n${(await Promise.all(pages)).join('\n')}`
  error.message += seen
  // Vitest prints only the first of several errors with the same stack: the second try would not be shown.
  error.stack = `${error.stack ?? ''}${seen}`
}

function pathOf(page: Page): string {
  const url = page.url()
  return url.startsWith('http') ? url.slice(new URL(url).origin.length) : url
}

async function described(page: Page): Promise<string> {
  const giveUp = Promise.withResolvers<never>()
  const timer = setTimeout(() => giveUp.reject(new Error('it does not answer')), ANSWERS_WITHIN)
  try {
    const { dialog, toasts, text } = await Promise.race([page.evaluate(look, LONGEST_PAGE), giveUp.promise])
    return [
      ...(dialog === undefined ? [] : [`  dialog: ${dialog}`]),
      ...toasts.map((toast) => `  toast: ${toast}`),
      `  page: ${text}`,
    ].join('\n')
  } catch (error) {
    const [reason] = String(error).split('\n')
    return `  not read: ${reason}`
  } finally {
    clearTimeout(timer)
  }
}

/** Runs in the page. */
function look(longest: number): Seen {
  const wordsOf = (element: Element) => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden was not seen
    const words = element instanceof HTMLElement ? element.innerText : ''
    return words.replace(/\s+/g, ' ').trim().slice(0, longest)
  }
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const open = [...document.querySelectorAll('dialog[open]')].filter(isVisible)
  // Its backdrop counts as the dialog, so any point on the screen finds the topmost one.
  const topmost = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog[open]')
  const dialog = topmost ?? open.at(-1)
  return {
    dialog: dialog && wordsOf(dialog),
    toasts: [...document.querySelectorAll('.toast')].filter(isVisible).map(wordsOf),
    text: wordsOf(document.body),
  }
}
