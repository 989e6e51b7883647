/**
 * Gives the focus to the page's main part if what had it disappears in this update. The page stays where it is scrolled
 * to: the user is looking at what they just changed.
 */
export function keepLostFocus(): void {
  queueMicrotask(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost) document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
  })
}
