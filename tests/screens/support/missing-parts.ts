/**
 * Browser features that jsdom lacks and the app needs to start and be used. Nothing here has a layout: tests that ask
 * for sizes belong in a real browser.
 */
import type { DOMWindow } from 'jsdom'

/** The media queries that a desktop window answers with yes. */
const TRUE_QUERIES = ['(min-width: 48rem)', '(min-width: 64rem)', '(hover: hover)', '(pointer: fine)']

/** Selects what the style sheet hides in a window of that width (src/styles). */
export const HIDDEN_BY_STYLE =
  '.bar, .top__me, .home__fold, .printed, .for-dark, dialog:not([open]), [hidden], template, script, style'

/** The modal dialogs of a page, the newest last. */
const MODALS = new WeakMap<Document, HTMLElement[]>()

export const topModal = (document: Document): HTMLElement | undefined =>
  MODALS.get(document)?.findLast((dialog) => dialog.isConnected)

export function addMissingParts(window: DOMWindow): Record<string, unknown> {
  addDialogs(window)
  addDesktopHeader(window)
  const { prototype } = window.Element
  // There is nothing to scroll, and no pointer to capture.
  Object.assign(prototype, {
    scrollIntoView() {},
    scrollTo() {},
    scrollBy() {},
    setPointerCapture() {},
    releasePointerCapture() {},
    hasPointerCapture: () => false,
    getAnimations: () => [],
  })
  // jsdom logs "not implemented" for these.
  Object.assign(window, { scrollTo() {}, scrollBy() {}, focus() {}, print() {} })
  addTextLayout(window)
  return {
    matchMedia: (media: string) =>
      Object.assign(new window.EventTarget(), { media, matches: TRUE_QUERIES.includes(media), onchange: null }),
    // No element ever changes size, and all are in view.
    ResizeObserver: class extends Watcher {},
    IntersectionObserver: class extends InView {},
    requestIdleCallback: (work: (deadline: unknown) => void) =>
      window.setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 })),
    cancelIdleCallback: (handle: number) => window.clearTimeout(handle),
    requestAnimationFrame: (work: (at: number) => void) => window.setTimeout(() => work(performance.now()), 16),
    cancelAnimationFrame: (handle: number) => window.clearTimeout(handle),
    getComputedStyle: (element: Element) => styleOf(element),
  }
}

/** jsdom hides popovers by its own style sheet; on desktops the header shows the one of the account (header.css). */
function addDesktopHeader({ document }: DOMWindow): void {
  const style = document.createElement('style')
  style.textContent = '.top__account { display: flex }'
  document.head.append(style)
}

class Watcher {
  observe(_target?: Element) {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

class InView extends Watcher {
  readonly #tell: (entries: { isIntersecting: boolean; target: Element }[]) => void

  constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
    super()
    this.#tell = tell
  }

  override observe(target?: Element) {
    if (target) queueMicrotask(() => this.#tell([{ isIntersecting: true, target }]))
  }
}

/** HTML, "the dialog element": jsdom only has its attribute. */
function addDialogs(window: DOMWindow): void {
  const { document } = window
  const modals: HTMLElement[] = []
  MODALS.set(document, modals)
  const remove = (dialog: HTMLElement) => {
    const place = modals.indexOf(dialog)
    if (place >= 0) modals.splice(place, 1)
  }
  Object.assign(window.HTMLDialogElement.prototype, {
    show(this: HTMLDialogElement) {
      this.open = true
    },
    showModal(this: HTMLDialogElement) {
      if (this.open) throw new window.DOMException('The dialog is open', 'InvalidStateError')
      this.open = true
      modals.push(this)
      focusFirst(this)
    },
    close(this: HTMLDialogElement, value?: string) {
      if (!this.open) return
      this.open = false
      remove(this)
      if (value !== undefined) this.returnValue = value
      window.setTimeout(() => this.dispatchEvent(new window.Event('close')))
    },
  })
}

export const FOCUSABLE = 'button, input, select, textarea, a[href], [tabindex]'

function focusFirst(dialog: HTMLElement): void {
  const first = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (element) => !element.hasAttribute('disabled') && element.tabIndex >= 0,
  )
  const chosen = dialog.querySelector<HTMLElement>('[autofocus]') ?? first
  chosen?.focus()
}

/** radix and the text editor ask where a line is. */
function addTextLayout(window: DOMWindow): void {
  const nowhere = () => ({ x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 })
  Object.assign(window.Range.prototype, { getBoundingClientRect: nowhere, getClientRects: () => [] })
}

/** Returns what is known without a style sheet. jsdom's own version goes through all rules, for every element anew. */
function styleOf(element: Element): Record<string, unknown> {
  const inline = (element as HTMLElement).style as unknown as Record<string, unknown> | undefined
  const values: Record<string, unknown> = {
    display: element.matches(HIDDEN_BY_STYLE) ? 'none' : inline?.display || 'block',
    visibility: inline?.visibility || 'visible',
    pointerEvents: inline?.pointerEvents || 'auto',
    animationName: 'none',
    transitionDuration: '0s',
    animationDuration: '0s',
    content: '',
  }
  return {
    ...values,
    getPropertyValue: (name: string) =>
      String(values[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] ?? ''),
  }
}

/** Whether a user would see it: nothing around it hides it. */
export function isShown(element: Element): boolean {
  if (!element.isConnected) return false
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (around.matches(HIDDEN_BY_STYLE)) return false
    const { style } = around as HTMLElement
    if (style?.display === 'none' || style?.visibility === 'hidden') return false
    const parent: Element | null = around.parentElement
    if (parent?.localName === 'details' && !parent.hasAttribute('open') && around.localName !== 'summary') return false
  }
  return true
}
