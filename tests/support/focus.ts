/**
 * What is used here of Playwright's locators and users, and of those of tests/screens. Work is sent to the page, so it
 * sees the page's globals.
 */
interface Element {
  waitFor(options?: { state?: 'hidden' }): Promise<void>
  evaluate(work: (element: HTMLElement) => boolean): Promise<boolean>
}
interface User {
  readonly page: {
    readonly keyboard: { press(key: string): Promise<void> }
    evaluate(work: () => boolean | undefined): Promise<boolean | undefined>
    getByRole(role: 'menuitem', options: { name: string }): Element
  }
  dialog(name: string | RegExp): Element
}

/** More tab stops than any page here has. */
const MOST_STOPS = 120

export const hasFocus = (element: Element): Promise<boolean> =>
  element.evaluate((one) => one === one.ownerDocument.activeElement)

/** Presses Tab from the top of the page until the element has the focus. */
export async function tabTo({ page }: User, element: Element): Promise<void> {
  await element.waitFor()
  await page.evaluate(() => void (document.activeElement as HTMLElement | null)?.blur())
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(element)) return
  }
  throw new Error(`Tab never came to ${element}`)
}

/** Opens what the element opens by keyboard, and closes it with Escape. Returns what was wrong with the focus. */
export async function openAndClose(
  user: User,
  opener: Element,
  name: string | RegExp,
  item?: string,
): Promise<string[]> {
  const problems: string[] = []
  await tabTo(user, opener)
  await user.page.keyboard.press('Enter')
  if (item !== undefined) await chooseItem(user, item)
  const dialog = user.dialog(name)
  await dialog.waitFor()
  const isInside = () => dialog.evaluate((one) => one.contains(one.ownerDocument.activeElement))
  if (!(await isInside())) problems.push(`${name}: the focus did not go into it`)
  await user.page.keyboard.press('Shift+Tab')
  // Before the first stop the focus is in the browser itself; in the page that is nothing.
  const isNowhere = () => user.page.evaluate(() => document.activeElement === document.body)
  if (!(await isInside()) && !(await isNowhere())) problems.push(`${name}: the focus left it`)
  await user.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  if (!(await hasFocus(opener))) problems.push(`${name}: the focus did not come back to what opened it`)
  return problems
}

/** Goes through the open menu with the arrow keys and chooses the item. */
async function chooseItem({ page }: User, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name })
  await item.waitFor()
  for (let step = 0; step < MOST_STOPS && !(await hasFocus(item)); step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
