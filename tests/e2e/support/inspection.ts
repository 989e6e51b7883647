import { PAGES } from '#domain/protocol/pages.ts'
import { checkScreen } from './axe.ts'
import type { Screens } from './screens.ts'
import type { User, UserOptions } from './user.ts'

export interface Inspection {
  user: User
  /** Checks the current page. */
  look(label: string): Promise<void>
  /** Leads the app to an address (opens it where no app is) and waits for the page's heading. */
  arrive(path: string): Promise<void>
  /** The same with this text in a heading; then checks the page. */
  visit(path: string, heading: string | RegExp, label?: string): Promise<void>
  problems: string[]
}

/** Creates a user whose screens are checked. `expected` lists console complaints that the test provokes. */
export async function inspect(
  screens: Screens,
  expected: RegExp[] = [],
  options: UserOptions = {},
): Promise<Inspection> {
  const user = await screens.user({
    ...options,
    expected,
    context: { ...options.context, reducedMotion: 'reduce' },
  })
  const problems: string[] = []
  const look = async (label: string) => void problems.push(...(await checkScreen(user.page, label)))
  return {
    user,
    problems,
    look,
    async arrive(path) {
      await go(user, path)
      await user.page.locator('main h1').first().waitFor()
    },
    async visit(path, heading, label = path) {
      await go(user, path)
      await user.page.getByRole('heading', { name: heading }).first().waitFor()
      await look(label)
    },
  }
}

/**
 * As a link of the app does: to load everything again for each screen took longer than to check it. Returns once the
 * page before is gone, which may have a heading of the same words.
 */
async function go({ page, open }: User, path: string): Promise<void> {
  const here = () => new URL(page.url()).pathname
  const hasApp = !path.startsWith('/api/') && (await page.locator('#root > *').count()) > 0
  // This page is a document of its own.
  if (!hasApp || [path, here()].includes(PAGES.subscribe)) return open(path)
  for (const dialog of (await page.locator('dialog[open]').all()).toReversed()) {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  const before = await page.evaluateHandle(() => document.querySelector('h1'))
  const isOtherPage = new URL(path, page.url()).pathname !== here()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  if (isOtherPage) await page.waitForFunction((heading) => !heading?.isConnected, before)
}
