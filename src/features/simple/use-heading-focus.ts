import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading of a card that comes after another, and where the button that had it is gone because
 * the dose was logged. Not when the page opens, nor into a page behind a dialog.
 * @param card which one is shown
 * @param outcome what its dose was logged as
 */
export function useHeadingFocus(card: string, outcome: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef({ card, outcome })
  useEffect(() => {
    const isOther = last.current.card !== card
    const isChanged = isOther || last.current.outcome !== outcome
    last.current = { card, outcome }
    if (!isChanged || document.querySelector('dialog[open]')) return
    if (isOther || document.activeElement === document.body) heading.current?.focus()
  }, [card, outcome])
  return heading
}
