/** How long (ms) the page's own content is waited for before the app shows its header and what is loading. */
const CONTENT_WITHIN = 1000

let isLate = false
/** What asked for the focus while the app was hidden, where nothing can have it. */
let wanted: HTMLElement | null = null

/** Parts of the first frame that tell more than the app could show while it is loading. */
const KNOWN_CONTENT = '.home__today, .everyone, .shared'

/**
 * Replaces what app.html shows before the app (src/app/first-frame) by the app, in one step: the app stays hidden
 * (src/styles/first-frame.css) until nothing in it is opening any more (src/ui/Opening.tsx), so nobody sees, reads or
 * tabs through half of each. Called after everything that may change the answer; does nothing once it is done.
 */
export function showApp(): void {
  const frame = document.getElementById('first-frame')
  const root = document.getElementById('root')
  if (!frame || !root) return
  const isOpening = root.querySelector('[data-opening]') !== null
  const showsParts = isLate && root.querySelector('main') !== null && !frame.querySelector(KNOWN_CONTENT)
  if (isOpening && !showsParts) return
  frame.remove()
  // “Skip to the content”, pressed before there was any.
  if (location.hash === '#main') document.getElementById('main')?.focus()
  else if (document.activeElement === document.body) wanted?.focus()
  wanted = null
}

/** Shows the app when it can be; where its content takes long, with its header as soon as it has one. */
export function showAppInTime(): void {
  showApp()
  setTimeout(() => {
    isLate = true
    showApp()
  }, CONTENT_WITHIN)
}

/** Moves the focus to an element that has just been rendered: now, or when the app that it is a part of is shown. */
export function focusOnceShown(element: HTMLElement | null): void {
  if (document.getElementById('first-frame')) wanted = element
  else element?.focus()
}
