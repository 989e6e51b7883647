import { newestLayer } from './top-layer.ts'

/**
 * Gives the focus to the page's main part, or to the title of the dialog above it, if what had it disappears in this
 * update. The page stays where it is scrolled to: the user is looking at what they just changed.
 */
export function keepLostFocus(): void {
  queueMicrotask(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (!lost) return
    const title = newestLayer()?.querySelector<HTMLElement>('[data-dialog-title]')
    const next = title ?? document.querySelector<HTMLElement>('main[tabindex]')
    next?.focus({ preventScroll: true })
  })
}

/**
 * Does the same for an element that has the focus now, should it disappear before the focus goes elsewhere: a list that
 * only the server has comes anew some time after its row was removed.
 */
export function keepFocusBeyond(element: HTMLElement): void {
  const watching = new MutationObserver(() => {
    if (element.isConnected) return
    stop()
    // After the effects of what removed it, which may know a better place.
    requestAnimationFrame(() => setTimeout(keepLostFocus))
  })
  const stop = () => {
    watching.disconnect()
    document.removeEventListener('focusin', stop)
  }
  watching.observe(document, { childList: true, subtree: true })
  document.addEventListener('focusin', stop)
}
