import type { DOMWindow } from 'jsdom'
import { isReached } from './locator.ts'
import { FOCUSABLE, isShown, topModal } from './missing-parts.ts'

/**
 * Under a modal dialog Tab goes from one of its stops to the next, and before the first and after the last out of the
 * page. user-event knows no modal dialogs and would go on behind it.
 */
export function addFocusOrder(window: DOMWindow): void {
  const { document } = window
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab' || event.defaultPrevented || topModal(document) === undefined) return
    event.preventDefault()
    const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isStop)
    const active = document.activeElement
    const place = active === document.body || active === null ? undefined : placeIn(stops, active)
    const next = event.shiftKey ? stops.at((place?.before ?? stops.length) - 1) : stops[place?.after ?? 0]
    const isOut = event.shiftKey ? place?.before === 0 : place?.after === stops.length
    if (isOut) (active as HTMLElement).blur()
    else next?.focus()
  })
}

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && isShown(element) && isReached(element)

/** Returns how many stops stand before the element, and the place of the first one after it. */
function placeIn(stops: readonly HTMLElement[], element: Element): { before: number; after: number } {
  const { DOCUMENT_POSITION_PRECEDING: precedes } = element
  const before = stops.filter((stop) => element.compareDocumentPosition(stop) & precedes).length
  return { before, after: stops[before] === element ? before + 1 : before }
}
