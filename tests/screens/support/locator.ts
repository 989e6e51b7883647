import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { userEvent } from '@testing-library/user-event'
import { isShown, topModal } from './missing-parts.ts'
import { isDisabled, type RoleOptions, says, type Words, withLabel, withRole, withText } from './texts.ts'

/** What a locator needs from its tab. */
interface Use {
  readonly user: ReturnType<typeof userEvent.setup>
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  settled(): Promise<void>
  until(isSo: () => boolean, what: string, timeout?: number): Promise<void>
}

interface Exact {
  exact?: boolean
}

interface Filter {
  hasText?: Words
  hasNotText?: Words
  has?: Locator
  hasNot?: Locator
}

interface Timed {
  timeout?: number
}

export interface UploadedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * Playwright's locator, as far as the tests use it: elements are looked up anew at each use. Actions wait for exactly
 * one element that is visible and not covered by a dialog.
 */
export class Locator {
  readonly #tab: Use
  readonly #find: () => Element[]
  readonly #words: string

  constructor(tab: Use, find: () => Element[], words: string) {
    this.#tab = tab
    this.#find = find
    this.#words = words
  }

  toString(): string {
    return this.#words
  }

  /** Returns the elements that match right now. */
  elements(): Element[] {
    return this.#find()
  }

  #inside(find: (root: ParentNode) => Element[], words: string): Locator {
    const within = () => [...new Set(this.#find().flatMap((root) => find(root)))]
    return new Locator(this.#tab, within, `${this.#words} » ${words}`)
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    const named = options.name === undefined ? '' : ` ${options.name}`
    return this.#inside((root) => withRole(root, role, options), `${role}${named}`)
  }

  getByText(words: Words, { exact }: Exact = {}): Locator {
    return this.#inside((root) => withText(root, words, exact), `text ${words}`)
  }

  getByLabel(words: Words, { exact }: Exact = {}): Locator {
    return this.#inside((root) => withLabel(root, words, exact), `label ${words}`)
  }

  getByAltText(words: Words, { exact }: Exact = {}): Locator {
    const find = (root: ParentNode) =>
      [...root.querySelectorAll('[alt]')].filter((one) => says(one.getAttribute('alt') ?? '', words, exact))
    return this.#inside(find, `alt ${words}`)
  }

  /** Narrows down by a CSS selector. */
  locator(selector: string): Locator {
    return this.#inside((root) => [...root.querySelectorAll(selector)], selector)
  }

  #picked(pick: (elements: Element[]) => Element[], words: string): Locator {
    return new Locator(this.#tab, () => pick(this.#find()), `${this.#words}${words}`)
  }

  filter({ hasText, hasNotText, has, hasNot }: Filter): Locator {
    const holds = (element: Element, inner: Locator) =>
      inner.elements().some((one) => one !== element && element.contains(one))
    const fits = (element: Element) =>
      (hasText === undefined || says(element.textContent, hasText)) &&
      (hasNotText === undefined || !says(element.textContent, hasNotText)) &&
      (has === undefined || holds(element, has)) &&
      (hasNot === undefined || !holds(element, hasNot))
    return this.#picked((elements) => elements.filter(fits), ` with ${hasText ?? has ?? `no ${hasNotText ?? hasNot}`}`)
  }

  first(): Locator {
    return this.nth(0)
  }

  last(): Locator {
    return this.#picked((elements) => elements.slice(-1), ' (last)')
  }

  nth(index: number): Locator {
    return this.#picked((elements) => elements.slice(index, index + 1), ` (${index + 1})`)
  }

  or(other: Locator): Locator {
    const both = () => inOrder([...new Set([...this.#find(), ...other.elements()])])
    return new Locator(this.#tab, both, `${this.#words} or ${other}`)
  }

  async all(): Promise<Locator[]> {
    return this.#find().map((_, index) => this.nth(index))
  }

  async count(): Promise<number> {
    return this.#find().length
  }

  async waitFor({
    state = 'visible',
    timeout,
  }: Timed & { state?: 'visible' | 'hidden' | 'attached' | 'detached' } = {}) {
    const isSo = () => {
      const found = this.#find()
      if (state === 'detached') return found.length === 0
      if (state === 'hidden') return !found.some(isShown)
      const one = this.#single(found)
      return one !== undefined && (state === 'attached' || isShown(one))
    }
    await this.#tab.until(isSo, `${this.#words} to be ${state}`, timeout)
  }

  #single(found: Element[]): Element | undefined {
    if (found.length > 1) throw new Error(`${this.#words} is ${found.length} elements: ${found.map(sketch).join(', ')}`)
    return found[0]
  }

  /** Waits for exactly one element that fits, and returns it. */
  async #one(fits: (element: Element) => boolean, what: string, timeout?: number): Promise<HTMLInputElement> {
    let one: Element | undefined
    const isSo = () => {
      one = this.#single(this.#find())
      return one !== undefined && fits(one)
    }
    await this.#tab.until(isSo, `${this.#words} ${what}`, timeout)
    return one as HTMLInputElement
  }

  #there(): Promise<HTMLInputElement> {
    return this.#one(() => true, 'to be there')
  }

  #usable(timeout?: number): Promise<HTMLInputElement> {
    return this.#one((one) => isShown(one) && !isDisabled(one) && isReached(one), 'to be usable', timeout)
  }

  async click({ timeout }: Timed = {}): Promise<void> {
    await this.#tab.user.click(await this.#usable(timeout))
    await this.#tab.settled()
  }

  async dblclick(): Promise<void> {
    await this.#tab.user.dblClick(await this.#usable())
  }

  async hover(): Promise<void> {
    await this.#tab.user.hover(await this.#usable())
  }

  async focus(): Promise<void> {
    const one = await this.#there()
    one.focus()
  }

  async blur(): Promise<void> {
    const one = await this.#there()
    one.blur()
  }

  /** Replaces the value in one step. */
  async fill(text: string): Promise<void> {
    const one = await this.#usable()
    one.focus()
    setValue(one, text)
    await this.#tab.settled()
  }

  clear(): Promise<void> {
    return this.fill('')
  }

  /** Types key by key. */
  async pressSequentially(text: string): Promise<void> {
    const one = await this.#usable()
    one.focus()
    await this.#tab.keyboard.type(text)
  }

  async press(key: string): Promise<void> {
    const one = await this.#there()
    one.focus()
    await this.#tab.keyboard.press(key)
  }

  async setChecked(wanted: boolean): Promise<void> {
    if ((await this.isChecked()) === wanted) return
    await this.click()
    await this.#tab.until(() => this.#find().some((one) => isChecked(one) === wanted), `${this.#words} to change`)
  }

  check(): Promise<void> {
    return this.setChecked(true)
  }

  uncheck(): Promise<void> {
    return this.setChecked(false)
  }

  /** Selects by value or by label. */
  async selectOption(choice: string | { label: string }): Promise<void> {
    const words = typeof choice === 'string' ? choice : choice.label
    const one = await this.#usable()
    await this.#tab.user.selectOptions(one, words)
    await this.#tab.settled()
  }

  /** Takes files by path, or with their content. */
  async setInputFiles(files: string | UploadedFile | UploadedFile[]): Promise<void> {
    const one = await this.#there()
    const given = [files].flat().map((file) => fileOf(typeof file === 'string' ? fileAt(file) : file))
    Object.defineProperty(one, 'files', { value: given, configurable: true })
    tellOfInput(one)
    await this.#tab.settled()
  }

  async dispatchEvent(type: string): Promise<void> {
    const one = await this.#there()
    one.dispatchEvent(new (windowOf(one).Event)(type, { bubbles: true, cancelable: true }))
  }

  async textContent(): Promise<string> {
    return (await this.#there()).textContent
  }

  async innerText(): Promise<string> {
    return textOf(await this.#there())
  }

  async allTextContents(): Promise<string[]> {
    return this.#find().map((one) => one.textContent)
  }

  async allInnerTexts(): Promise<string[]> {
    return this.#find().map(textOf)
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#there()).getAttribute(name)
  }

  async inputValue(): Promise<string> {
    return (await this.#there()).value
  }

  async isVisible(): Promise<boolean> {
    return this.#find().some(isShown)
  }

  async isChecked(): Promise<boolean> {
    return isChecked(await this.#there())
  }

  async isEnabled(): Promise<boolean> {
    return !isDisabled(await this.#there())
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.#there())
  }

  async isEditable(): Promise<boolean> {
    const one = await this.#there()
    return !isDisabled(one) && !one.readOnly
  }

  async evaluate<R, E extends Element = HTMLElement>(work: (element: E) => R): Promise<Awaited<R>> {
    return await work((await this.#there()) as Element as E)
  }

  async evaluateAll<R, E extends Element = HTMLElement>(work: (elements: E[]) => R): Promise<R> {
    return work(this.#find() as E[])
  }
}

const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.pdf': 'application/pdf',
}

const fileAt = (path: string): UploadedFile => ({
  name: basename(path),
  mimeType: TYPES[extname(path)] ?? '',
  buffer: readFileSync(path),
})

const fileOf = ({ name, mimeType, buffer }: UploadedFile): File =>
  new File([new Uint8Array(buffer)], name, { type: mimeType })

const windowOf = (element: Element) => element.ownerDocument.defaultView as Window & typeof globalThis

const sketch = (element: Element): string => element.outerHTML.slice(0, 120)

const textOf = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()

const isChecked = (element: Element): boolean =>
  (element as HTMLInputElement).checked ?? element.getAttribute('aria-checked') === 'true'

/** Whether the element can be reached: a modal dialog makes the rest of the page inert. */
export function isReached(element: Element): boolean {
  const modal = topModal(element.ownerDocument)
  return (modal === undefined || modal.contains(element)) && element.closest('[inert]') === null
}

const inOrder = (elements: Element[]): Element[] =>
  elements.sort((a, b) => (a.compareDocumentPosition(b) & a.ownerDocument.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))

/** Sets the value behind React's back, because React remembers the values it has set itself. */
function setValue(field: HTMLInputElement, text: string): void {
  const { prototype } = field.constructor as { prototype: object }
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  tellOfInput(field)
}

function tellOfInput(field: Element): void {
  const { InputEvent, Event } = windowOf(field)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
